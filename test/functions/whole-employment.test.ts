import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { opsToken } from "../../infra/local/credentials.ts";
import { sendSlackCommand } from "../../infra/local/demo/slack.ts";
import type { StackOptions } from "../../infra/local/stack.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import {
  type BundledStack,
  readOperation,
  useBundledStack,
} from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { putEvent } from "../fixtures/put-event.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";
import { connect } from "../fixtures/tables-for-test.ts";
import { effort, isThorough } from "../resilience/effort.ts";

let deliveries = 0;

const personOf = ({ platform }: BundledStack, employeeId: string) =>
  platform
    .people()
    .find(({ svc }) => svc.username === `user.${employeeId.toLowerCase()}`);

function termination(employeeId: string, changes: object = {}) {
  const timestamp = new Date().toISOString();
  const data = { employeeId, ...changes };
  return { type: "employee.terminated", timestamp, data };
}

/**
 * Two in a hundred calls to AWS fail; half of the events arrives twice, and each at a time of its own. Two sandboxes of
 * each function take turns, and freeze between their invocations: in `npm run test:faults`, for their cold starts.
 */
const withFaults = (seed: number): StackOptions => ({
  indexLagMs: 2_000,
  sandboxes: effort(undefined, 2),
  awsFaults: {
    failingShare: 0.02,
    duplicateShare: 0.5,
    maxDelayMs: 200,
    random: seededRandom(seed),
  },
});

/** All on the real bundles, as Lambda would load them. */
describe.each([
  // `npm run demo` shows this one too.
  ...effort(
    [],
    [{ where: "with AWS at its best", options: {} satisfies StackOptions }],
  ),
  ...effort([15], [15, 16, 17, 18, 19, 20]).map((seed) => ({
    where: `with delayed indexes, duplicated and reordered events, and 2 % of failing AWS calls (${seed})`,
    options: withFaults(seed),
  })),
])("$where,", ({ options }: { options: StackOptions }) => {
  const stack = useBundledStack(options);

  /** Sends each event twice at the same time if events are duplicated. Both requests lead to one operation. */
  async function deliver(
    event: unknown,
    { path = "/onboarding" } = {},
  ): Promise<Response> {
    const id = `life_${++deliveries}`;
    const copies = Array.from({ length: options.awsFaults ? 2 : 1 }, () =>
      stack().deliver(event, { id, path }),
    );
    const answers = await Promise.all(copies);
    const locations = answers.map((one) => one.headers.get("location"));
    expect(new Set(locations).size).toBe(1);
    return answers[0]!;
  }

  const operate = (method: string, path: string) =>
    fetch(stack().origin + path, {
      method,
      headers: { authorization: `Bearer ${opsToken}` },
    });

  /** Lets the time of a waiting operation come. */
  async function makeDue(operationId: string): Promise<void> {
    const documents = connect(stack().dynamodb.endpoint);
    const setDueTime = () =>
      documents.send(
        new UpdateCommand({
          TableName: tables.store.name,
          Key: { id: `operation#${operationId}` },
          UpdateExpression: "SET dueAtMs = :past",
          ExpressionAttributeValues: { ":past": Date.now() - 1 },
        }),
      );
    // A call may fail, and the scheduler finds the operation when the index shows it.
    const statusAfterRun = async () => {
      await setDueTime().catch(() => undefined);
      await stack()
        .runScheduler()
        .catch(() => undefined);
      await stack().lambda.idle();
      const location = `/operations/${operationId}`;
      return (await readOperation(stack().origin, location)).status;
    };
    await expect.poll(statusAfterRun, { timeout: 20_000 }).not.toBe("waiting");
    documents.destroy();
  }

  test("an employee goes from hire to status, cancelled termination, deletion and second hire", async () => {
    const { settled, origin } = stack();
    const identities = { slack: "T1:U1" };
    const hired = await settled(
      await deliver(hireEvent("E-1", { identities })),
    );
    expect(hired).toMatchObject({ status: "succeeded", warnings: [] });

    const answer = await sendSlackCommand(origin, {
      teamId: "T1",
      userId: "U1",
      text: "In a meeting for 1h",
      nowMs: Date.now(),
    });
    // When AWS is slow, the chat tool gets the answer later.
    if (!options.awsFaults) expect(answer).toContain("In a meeting");
    await stack().lambda.idle();
    expect(personOf(stack(), "E-1")?.status).toBe("In a meeting");

    const leaving = await deliver(termination("E-1", { graceDays: 7 }), {
      path: "/offboarding",
    });
    expect(await settled(leaving)).toMatchObject({ status: "waiting" });
    expect(personOf(stack(), "E-1")?.svc.enabled).toBe(false);

    const location = leaving.headers.get("location") ?? "";
    expect((await operate("POST", `${location}/cancel`)).status).toBe(202);
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

    // The start date of the first hire lies before the last day.
    const again = await settled(
      await deliver(hireEvent("E-1", { identities, startDate: undefined })),
    );
    expect(again).toMatchObject({ status: "succeeded", warnings: [] });
    expect(personOf(stack(), "E-1")?.svc.enabled).toBe(true);
  });

  test.runIf(isThorough)(
    "an operation that waits for its time continues when that time has come",
    async () => {
      const { settled } = stack();
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

  // In `npm test` by `test/infra/aws/deployed.test.ts`.
  test.runIf(isThorough)(
    "events of the bus have the same effects as webhooks",
    async () => {
      await putEvent(stack(), "employee.hired", hireEvent("E-3").data);
      expect(personOf(stack(), "E-3")).toBeDefined();
      await putEvent(stack(), "status.set", {
        employeeId: "E-3",
        text: "From the bus",
      });
      expect(personOf(stack(), "E-3")?.status).toBe("From the bus");
    },
  );

  test("a hire, a termination and a rehire that the bus delivers at once end with one person", async () => {
    const { data } = hireEvent("E-4", { startDate: undefined });
    const thenMs = Date.now() - 10_000;
    await Promise.all([
      putEvent(stack(), "employee.hired", data, thenMs + 4_000),
      putEvent(
        stack(),
        "employee.terminated",
        { employeeId: "E-4" },
        thenMs + 2_000,
      ),
      putEvent(stack(), "employee.hired", data, thenMs),
    ]);
    expect(personOf(stack(), "E-4")?.svc.enabled).toBe(true);
  });

  test("a malformed event of the bus goes to the failure destination, with the reason and without values", async () => {
    await putEvent(stack(), "employee.terminated", {
      employeeId: "",
      lastDay: "canary",
    });
    const failure = stack().lambda.failures().at(-1);
    expect(failure).toMatchObject({
      functionName: "events-receiver",
      error: {
        errorType: "RefusedEventError",
        errorMessage: expect.stringContaining("#/data/lastDay must be a date"),
      },
    });
    expect(failure?.error.errorMessage).not.toContain("canary");
  });
});
