import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../infra/sample/hire.ts";
import { type InProcess, useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";
import { dayMs } from "../../shared/durations.ts";

/**
 * The number of calls of an operation to the platform without faults. Each call uses the rate limit of the platform,
 * and a higher number needs a decision.
 */
const environment = useInProcess();

const tasks = [1, 2, 3, 4, 5].map((day) => ({
  subject: `Task ${day}`,
  dueInDays: day,
}));
const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };

/** The calls to the platform meanwhile, sorted because independent calls overlap. The shared login is not counted. */
async function callsOf(
  work: (environment: InProcess) => Promise<unknown>,
): Promise<string[]> {
  const { journal } = environment().platform;
  const from = journal.length;
  await work(environment());
  return journal
    .slice(from)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => call !== "POST /login")
    .toSorted();
}

const hire = (employeeId: string, changes: object = {}) => {
  const event = hireOf(employeeId, { tasks: [], ...changes });
  return environment().sendAndWait("employee.hired", event);
};
const count = "GET /contents";
const look = "GET /people/{personID}";
const write = "PUT /people/{personID}";

describe("an onboarding", () => {
  test("an onboarding makes one call for the person, two for an avatar and one for each task", async () => {
    const calls = await callsOf(() => hire("CALLS-1", { avatar, tasks }));
    expect(calls).toEqual(
      [
        "POST /people",
        ...tasks.map(() => "POST /people/{personID}/tasks"),
        "POST /people/{personID}/images",
        "POST /profileImages/temporary",
      ].toSorted(),
    );
    expect(calls).toHaveLength(8);
  });

  test("a repeated delivery of a finished onboarding makes no call", async () => {
    const data = hireOf("CALLS-2", { tasks: [] });
    const options = { atMs: environment().nowMs(), delivery: "calls-twice" };
    const sendAndWait = () =>
      environment().sendAndWait("employee.hired", data, options);
    await sendAndWait();
    expect(await callsOf(sendAndWait)).toEqual([]);
  });
});

describe("an offboarding", () => {
  test("an offboarding without a grace period makes six calls", async () => {
    await hire("CALLS-3");
    const calls = await callsOf(({ sendAndWait }) =>
      sendAndWait("employee.terminated", { employeeId: "CALLS-3" }),
    );
    expect(calls).toEqual([
      "DELETE /people/{personID}",
      count,
      look,
      look,
      look,
      write,
    ]);
  });

  test("an offboarding with a grace period makes three calls at first, and four after the grace period", async () => {
    await hire("CALLS-4");
    const leaving = await callsOf(({ sendAndWait }) =>
      sendAndWait("employee.terminated", {
        employeeId: "CALLS-4",
        graceDays: 7,
      }),
    );
    expect(leaving).toEqual([count, look, write]);

    environment().advanceTime(7 * dayMs + 1);
    const gone = await callsOf(({ runScheduler }) => runScheduler());
    expect(gone).toEqual(["DELETE /people/{personID}", count, look, look]);
  });
});

describe("a status", () => {
  const say = (employeeId: string, text: string, more: object = {}) =>
    callsOf(({ sendAndWait }) =>
      sendAndWait("status.set", { employeeId, text, ...more }),
    );

  test("a status makes two calls: read and write", async () => {
    await hire("CALLS-5");
    expect(await say("CALLS-5", "In a meeting")).toEqual([look, write]);
  });

  test("a status that is already shown makes one call: read", async () => {
    await hire("CALLS-6");
    await say("CALLS-6", "In a meeting");
    expect(await say("CALLS-6", "In a meeting")).toEqual([look]);
  });

  test("a timed status makes two more calls to restore the earlier one", async () => {
    await hire("CALLS-7");
    const expiresAt = new Date(environment().nowMs() + dayMs).toISOString();
    expect(await say("CALLS-7", "Away", { expiresAt })).toEqual([look, write]);

    environment().advanceTime(dayMs + 1);
    expect(await callsOf(({ runScheduler }) => runScheduler())).toEqual([
      look,
      write,
    ]);
  });
});
