import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { opsToken } from "../../infra/local/credentials.ts";
import { sendSlackCommand } from "../../infra/local/sample/slack.ts";
import { tables } from "../../infra/tables.ts";
import {
  type BundledStack,
  readOperation,
  useBundledStack,
} from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { putEvent } from "../fixtures/put-event.ts";
import { connect } from "../fixtures/tables-for-test.ts";
import { isThorough } from "../resilience/effort.ts";

/** All on the real bundles, as Lambda would load them. */
const stack = useBundledStack();

const personOf = ({ platform }: BundledStack, employeeId: string) =>
  platform
    .people()
    .find(({ svc }) => svc.username === `user.${employeeId.toLowerCase()}`);

function termination(employeeId: string, changes: object = {}) {
  const timestamp = new Date().toISOString();
  const data = { employeeId, ...changes };
  return { type: "employee.terminated", timestamp, data };
}

const operate = (method: string, path: string) =>
  fetch(stack().origin + path, {
    method,
    headers: { authorization: `Bearer ${opsToken}` },
  });

/** Lets the time of a waiting operation come. */
async function makeDue(operationId: string): Promise<void> {
  const documents = connect(stack().dynamodb.endpoint);
  await documents.send(
    new UpdateCommand({
      TableName: tables.store.name,
      Key: { id: `operation#${operationId}` },
      UpdateExpression: "SET dueAtMs = :past",
      ExpressionAttributeValues: { ":past": Date.now() - 1 },
    }),
  );
  documents.destroy();
  await stack().runScheduler();
  await stack().lambda.idle();
}

test("an employee is hired, sets a status in Slack, is terminated, stays by a cancellation, and is deleted by a second termination", async () => {
  const { deliver, settled, origin } = stack();
  const identities = { slack: "T1:U1" };
  const hired = await settled(await deliver(hireEvent("E-1", { identities })));
  expect(hired).toMatchObject({ status: "succeeded", warnings: [] });

  const answer = await sendSlackCommand(origin, {
    teamId: "T1",
    userId: "U1",
    text: "In a meeting for 1h",
    nowMs: Date.now(),
  });
  expect(answer).toContain("In a meeting");
  expect(personOf(stack(), "E-1")?.status).toBe("In a meeting");

  const leaving = await deliver(termination("E-1", { graceDays: 7 }), {
    path: "/offboarding",
  });
  expect(await settled(leaving)).toMatchObject({ status: "waiting" });
  expect(personOf(stack(), "E-1")?.svc.enabled).toBe(false);

  const location = leaving.headers.get("location") ?? "";
  expect((await operate("DELETE", location)).status).toBe(202);
  await stack().lambda.idle();
  expect(await readOperation(origin, location)).toMatchObject({
    status: "cancelled",
  });
  expect(personOf(stack(), "E-1")?.svc.enabled).toBe(true);

  const left = await settled(
    await deliver(termination("E-1"), { path: "/offboarding" }),
  );
  expect(left).toMatchObject({ status: "succeeded" });
  expect(personOf(stack(), "E-1")).toBeUndefined();
});

test.runIf(isThorough)(
  "an operation that waits for its time continues when that time has come",
  async () => {
    const { deliver, settled } = stack();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const hire = hireEvent("E-2", { startDate: tomorrow });
    const waiting = await settled(await deliver(hire));
    expect(waiting).toMatchObject({ status: "waiting" });
    await stack().runScheduler();
    await stack().lambda.idle();
    expect(personOf(stack(), "E-2")).toBeUndefined();

    await makeDue(waiting.id);
    expect(personOf(stack(), "E-2")).toBeDefined();

    const leaving = await settled(
      await deliver(termination("E-2", { graceDays: 365 }), {
        path: "/offboarding",
      }),
    );
    await makeDue(leaving.id);
    expect(personOf(stack(), "E-2")).toBeUndefined();
  },
);

test("events of the bus have the same effects as webhooks", async () => {
  await putEvent(stack(), "employee.hired", hireEvent("E-3").data);
  expect(personOf(stack(), "E-3")).toBeDefined();
  await putEvent(stack(), "status.set", {
    employeeId: "E-3",
    text: "From the bus",
  });
  expect(personOf(stack(), "E-3")?.status).toBe("From the bus");
});

test("a malformed event of the bus goes to the failure destination, with the reason and without values", async () => {
  await putEvent(stack(), "employee.terminated", {
    employeeId: "",
    lastDay: "canary",
  });
  const failure = stack().lambda.failures().at(-1);
  expect(failure).toMatchObject({
    functionName: "offboarding-receiver",
    error: {
      errorType: "RefusedEventError",
      errorMessage: expect.stringContaining("#/data/lastDay must be a date"),
    },
  });
  expect(failure?.error.errorMessage).not.toContain("canary");
});
