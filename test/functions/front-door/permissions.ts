import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { functionNames } from "../../../infra/aws/deployment/functions.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { localArn } from "../../../infra/local/aws/arn.ts";
import { covers, localGrants } from "../../../infra/local/aws/permissions.ts";
import { opsToken } from "../../../infra/local/credentials.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";
import { connect } from "../../fixtures/tables-for-test.ts";
import { isThorough } from "../../resilience/effort.ts";
import { asked, frontDoor } from "./stack.ts";

test("no function calls an action that its policy does not allow", () => {
  expect([...asked.denied]).toEqual([]);
});

test.runIf(isThorough)(
  "no policy allows an action that its function never calls",
  async () => {
    await useOtherRights();
    const allowed = [...asked.allowed];
    const unused = functionNames
      .flatMap((name) =>
        (localGrants.get(name) ?? []).flatMap(({ actions, resources }) =>
          actions.flatMap((action) =>
            resources.map((one) => `${name}: ${action} ${one}`),
          ),
        ),
      )
      .filter((grant) => !allowed.some((one) => covers(grant, one)))
      // The template of the shipped settings has no lists.
      .filter((grant) => !grant.includes("lists-workflow"));
    expect(unused).toEqual([
      // The scheduler uses it only if a round of notices does not start: it frees the round.
      expect.stringMatching(/^scheduler-handler: dynamodb:DeleteItem .*store$/),
    ]);
  },
  120_000,
);

/** Makes each function use the rights that it has not used in the other walks. */
async function useOtherRights(): Promise<void> {
  const { stack } = frontDoor();
  const { lambda, dynamodb, platform } = stack;
  const documents = connect(dynamodb.endpoint);
  const employeeId = "E-rights";

  const send = async (path: string, type: string, data: object = {}) => {
    const timestamp = new Date().toISOString();
    const event = { type, timestamp, data: { employeeId, ...data } };
    const id = crypto.randomUUID();
    await stack.deliver(event, { path, id });
    await lambda.idle();
    // The same delivery again reads the operation.
    await stack.deliver(event, { path, id });
  };
  const operate = async (method: string, path: string, body?: object) => {
    const answer = await fetch(stack.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${opsToken}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await lambda.idle();
    return (await answer.json()) as { operations?: { id: string }[] };
  };
  const change = (id: string, changes: Record<string, unknown>) => {
    const names = Object.keys(changes);
    return documents.send(
      new UpdateCommand({
        TableName: tables.store.name,
        Key: { id },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(
          names.map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: Object.fromEntries(
          names.map((name) => [`:${name}`, changes[name]]),
        ),
      }),
    );
  };
  /** Deletes the stored tokens, and ends the sandboxes, which keep a token in memory. */
  const forgetToken = async () => {
    const { tokens } = await scanTables(dynamodb);
    for (const { id } of tokens)
      await documents.send(
        new DeleteCommand({ TableName: tables.tokens.name, Key: { id } }),
      );
    await lambda.killSandboxes();
  };
  const runScheduler = async () => {
    await stack.runScheduler();
    await lambda.idle();
  };

  await forgetToken();
  await send("/onboarding", "employee.hired", hireEvent(employeeId).data);
  await forgetToken();
  await send("/events", "status.set", { text: "Back" });
  await send("/profile", "employee.changed", { title: "Lead" });
  const leaver = { type: "employee.terminated", data: { employeeId } };
  await operate("POST", "/events/ops/preview", {
    ...leaver,
    timestamp: new Date().toISOString(),
  });

  await forgetToken();
  platform.faults.add({ kind: "status", status: 503 });
  await send("/offboarding", "employee.terminated");
  for (const path of [
    "/overview",
    "/operations",
    "/operations?status=waiting",
    "/operations?warning=any",
    `/operations?employeeId=${employeeId}&caller=hr`,
    "/employees?state=active",
  ])
    await operate("GET", path);
  platform.faults.clear();
  await change("outage#platform", { probeAtMs: 1 });
  await runScheduler();

  for (const [type, workflow] of [
    ["employee.changed", "employment-workflow"],
    ["status.set", "status-relay-workflow"],
    ["record.changed", "events-workflow"],
  ] as const) {
    const { operations } = await operate("GET", `/operations?type=${type}`);
    const [{ id } = { id: "" }] = operations ?? [];
    const name = `operation#${id}`;
    await change(name, { status: "failed" });
    await operate("POST", `/operations/${id}/retry`);
    // An execution that is lost is started again.
    const gone = `function:${workflow}:1/durable-execution/gone/gone`;
    const execution = localArn("lambda", gone);
    await change(name, { status: "running", execution, losses: 0, dueAtMs: 1 });
    await runScheduler();
    await change(name, { dueAtMs: 1 });
    await runScheduler();
  }
  documents.destroy();
}
