import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { isThorough } from "../../resilience/effort.ts";

const environment = useInProcess();

const tasksPath = "/people/{personID}/tasks";

/** A hire with everything, whose tasks the platform does not create until `repair`. */
async function hireWithoutTasks(employeeId: string): Promise<Operation> {
  const { hire, platform } = environment();
  platform.faults.add({ kind: "status", status: 503, path: tasksPath });
  return hire(employeeId, {
    avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
    tasks: [{ subject: "Meet your team", dueInDays: 1 }],
    streams: ["Newcomers"],
    identities: { slack: `T1:${employeeId}` },
  });
}

function repair(): void {
  environment().platform.faults.clear();
}

async function retry({ id }: Operation): Promise<Operation> {
  const { act, find } = environment();
  expect((await act("retry", id)).status).toBe(202);
  return find(id);
}

const storedEmployee = (employeeId: string) =>
  environment().storedEmployee(employeeId);

describe("a hire whose tasks cannot be seeded", () => {
  test("an employee whose tasks cannot be seeded is active, and the operation asks for attention", async () => {
    const hired = await hireWithoutTasks("T-1");
    expect(hired).toMatchObject({
      status: "needs_attention",
      reason: "tasks-or-streams-incomplete",
      warnings: [{ about: "tasks", reason: "platform-error-503" }],
    });
    const { sendAndWait, personOf, store } = environment();
    expect(await store.identities.find("slack", "T1:T-1")).toBe("T-1");
    const status = { employeeId: "T-1", text: "Here" };
    expect((await sendAndWait("status.set", status)).status).toBe("succeeded");
    expect((await personOf("T-1"))?.status).toBe("Here");
  });

  test("a retry creates the missing task and writes nothing else", async () => {
    const hired = await hireWithoutTasks("T-2");
    repair();
    const calls = environment().noteCalls();
    expect(await retry(hired)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    expect(calls().toSorted()).toEqual([
      "GET /people/{personID}",
      `GET ${tasksPath}`,
      `POST ${tasksPath}`,
    ]);
    expect(await storedEmployee("T-2")).not.toHaveProperty("passwordSalt");
  });

  test("the salt of the password stays for 72 hours, and then the scheduler erases it", async () => {
    const { find, passTime } = environment();
    const hired = await hireWithoutTasks("T-3");
    await passTime(71 * hourMs);
    await retry(hired);
    expect(await storedEmployee("T-3")).toHaveProperty("passwordSalt");
    await passTime(hourMs);
    expect(await storedEmployee("T-3")).not.toHaveProperty("passwordSalt");
    const unseeded = await find(hired.id);
    expect(unseeded.status).toBe("needs_attention");
    expect(unseeded).not.toHaveProperty("dueAtMs");

    repair();
    expect(await retry(hired)).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "tasks", reason: "tasks-not-seeded" }],
    });
  });

  test.runIf(isThorough)(
    "a retry after 72 hours does not sign in as the person, even if the scheduler did not run",
    async () => {
      const { noteCalls, advanceTime } = environment();
      const hired = await hireWithoutTasks("T-4");
      repair();
      advanceTime(72 * hourMs);
      const calls = noteCalls();
      expect(await retry(hired)).toMatchObject({
        status: "succeeded",
        warnings: [{ about: "tasks", reason: "tasks-not-seeded" }],
      });
      expect(calls()).toEqual(["GET /people/{personID}"]);
      expect(await storedEmployee("T-4")).not.toHaveProperty("passwordSalt");
    },
  );

  test("the salt of a hire that a termination has overtaken is erased after 72 hours", async () => {
    const { sendAndWait, find, passTime } = environment();
    const hired = await hireWithoutTasks("T-9");
    const leaver = { employeeId: "T-9", disposition: "disable" };
    await sendAndWait("employee.terminated", leaver);
    await passTime(3 * minuteMs);
    expect(await find(hired.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
    });
    expect(await storedEmployee("T-9")).toHaveProperty("passwordSalt");
    await passTime(72 * hourMs);
    expect(await storedEmployee("T-9")).toMatchObject({ state: "kept" });
    expect(await storedEmployee("T-9")).not.toHaveProperty("passwordSalt");
  });

  test("a person who has changed the initial password gets no tasks, and the retry ends with a warning", async () => {
    const { platform } = environment();
    const hired = await hireWithoutTasks("T-5");
    repair();
    platform.faults.add({ kind: "status", status: 401, path: tasksPath });
    expect(await retry(hired)).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "tasks", reason: "tasks-not-seeded" }],
    });
  });
});
