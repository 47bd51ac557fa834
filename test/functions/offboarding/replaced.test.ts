import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 30, max: 30 },
});

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();
const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;
const isHere = (employeeId: string) =>
  environment().platform.findPerson(employeeId.toLowerCase()) !== undefined;

async function hireAndTerminate(employeeId: string, data: object = {}) {
  const { sendAndWait, advanceTime } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
  const left = await sendAndWait("employee.terminated", {
    employeeId,
    ...data,
  });
  advanceTime(1_000);
  return left;
}

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
}

describe("a later termination during the grace period", () => {
  test.runIf(isThorough)(
    "a termination that HR repeats each day takes the place of the one before, and does not move the deletion",
    async () => {
      const { sendAndWait, find } = environment();
      let last = await hireAndTerminate("R-1");
      const deletionAtMs = last.dueAtMs ?? 0;
      for (let day = 1; day < 7; day++) {
        await passDays(1);
        const next = await sendAndWait("employee.terminated", {
          employeeId: "R-1",
        });
        expect(next).toMatchObject({ status: "waiting", phase: "grace" });
        expect(Math.abs((next.dueAtMs ?? 0) - deletionAtMs)).toBeLessThan(
          1_000,
        );
        expect(await find(last.id)).toMatchObject({
          status: "cancelled",
          reason: "terminated-since",
          sameAs: next.id,
        });
        last = next;
      }
      await passDays(1.1);
      expect((await find(last.id)).status).toBe("succeeded");
      expect(isHere("R-1")).toBe(false);
    },
  );

  test("a later termination with fewer grace days deletes a person whose grace period is over by then", async () => {
    const { sendAndWait } = environment();
    await hireAndTerminate("R-2");
    await passDays(3);
    const leaver = { employeeId: "R-2", graceDays: 2 };
    const left = await sendAndWait("employee.terminated", leaver);
    expect(left.status).toBe("succeeded");
    expect(isHere("R-2")).toBe(false);
  });

  test("a termination with a later last day enables a person in the grace period until that day, before the deletion", async () => {
    const { sendAndWait, find } = environment();
    const first = await hireAndTerminate("R-3", { lastDay: inDays(-0.001) });
    const lastDay = inDays(30);
    const second = await sendAndWait("employee.terminated", {
      employeeId: "R-3",
      lastDay,
    });
    await passDays(7.1);
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: second.id,
    });
    expect(await isEnabled("R-3")).toBe(true);
    await passDays(23);
    expect(await find(second.id)).toMatchObject({ phase: "grace" });
    expect(await isEnabled("R-3")).toBe(false);
    await passDays(7.1);
    expect(isHere("R-3")).toBe(false);
  });

  test("a caller who cancels a termination that was replaced does not lose the later one that waits for its last day", async () => {
    const { sendAndWait, operate, idle, find } = environment();
    const first = await hireAndTerminate("R-4", { lastDay: inDays(-0.001) });
    const lastDay = inDays(3);
    const second = await sendAndWait("employee.terminated", {
      employeeId: "R-4",
      lastDay,
    });
    await operate("POST", `/${first.id}/cancel`);
    await idle();
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: second.id,
    });
    expect(await isEnabled("R-4")).toBe(true);
    await passDays(3.1);
    expect(await find(second.id)).toMatchObject({ phase: "grace" });
    expect(await isEnabled("R-4")).toBe(false);
  });

  test.runIf(isThorough)(
    "a caller can cancel the termination that took the place of another one",
    async () => {
      const { sendAndWait, operate, idle, find } = environment();
      const first = await hireAndTerminate("R-5");
      const second = await sendAndWait("employee.terminated", {
        employeeId: "R-5",
      });
      expect((await operate("POST", `/${first.id}/cancel`)).status).toBe(409);
      expect((await operate("POST", `/${second.id}/cancel`)).status).toBe(202);
      await idle();
      expect((await find(second.id)).status).toBe("cancelled");
      expect(await isEnabled("R-5")).toBe(true);
      await passDays(30);
      expect(await isEnabled("R-5")).toBe(true);
    },
  );

  test("an older termination that arrives during the grace period takes the place of the one that says the same", async () => {
    const { sendAndWait, find } = environment();
    const first = await hireAndTerminate("R-6");
    for (const atMs of [first.eventAtMs - 100])
      expect(
        await sendAndWait(
          "employee.terminated",
          { employeeId: "R-6" },
          { atMs },
        ),
      ).toMatchObject({ status: "waiting", phase: "grace" });
    expect(await find(first.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("a termination and a hire", () => {
  test("a termination at the instant of the hire counts as later", async () => {
    const { sendAndWait, nowMs } = environment();
    const atMs = nowMs();
    await sendAndWait("employee.hired", hireOf("R-7"), { atMs });
    const leaver = { employeeId: "R-7" };
    const left = await sendAndWait("employee.terminated", leaver, { atMs });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect(await isEnabled("R-7")).toBe(false);
  });

  test("a termination older than the hire counts if its last day lies after the start date", async () => {
    const { sendAndWait, advanceTime, nowMs } = environment();
    const atMs = nowMs();
    const startDate = inDays(-10);
    advanceTime(1_000);
    await sendAndWait("employee.hired", hireOf("R-8", { startDate }));
    const leave = (lastDay: string) =>
      sendAndWait(
        "employee.terminated",
        { employeeId: "R-8", lastDay },
        { atMs },
      );
    expect(await leave(inDays(-11))).toMatchObject({
      status: "cancelled",
      reason: "hired-since",
    });
    expect(await leave(inDays(-2))).toMatchObject({ phase: "grace" });
  });

  test.runIf(isThorough)(
    "a termination runs as planned, and a hire that starts after the last day waits for its time",
    async () => {
      const { sendAndWait, find } = environment();
      const lastDay = inDays(10);
      const left = await hireAndTerminate("R-9", { lastDay });
      const rehired = await sendAndWait(
        "employee.hired",
        hireOf("R-9", { startDate: inDays(40) }),
      );
      await passDays(10.1);
      expect(await find(left.id)).toMatchObject({ phase: "grace" });
      expect((await find(rehired.id)).status).toBe("waiting");
      await passDays(7.1);
      expect((await find(left.id)).status).toBe("succeeded");
      expect(isHere("R-9")).toBe(false);
      await passDays(23);
      expect((await find(rehired.id)).status).toBe("succeeded");
      expect(await isEnabled("R-9")).toBe(true);
    },
  );

  test("a termination with a last day leaves a hire alone that starts after it", async () => {
    const { sendAndWait, find, advanceTime } = environment();
    await sendAndWait("employee.hired", hireOf("R-10"));
    advanceTime(1_000);
    const startDate = inDays(40);
    const rehired = await sendAndWait(
      "employee.hired",
      hireOf("R-10", { startDate }),
    );
    advanceTime(1_000);
    const lastDay = inDays(0);
    await sendAndWait("employee.terminated", { employeeId: "R-10", lastDay });
    expect((await find(rehired.id)).status).toBe("waiting");
  });

  test("a termination withdraws a hire of an employee who was only expected", async () => {
    const { sendAndWait, find, advanceTime } = environment();
    const startDate = inDays(40);
    const hired = await sendAndWait(
      "employee.hired",
      hireOf("R-11", { startDate }),
    );
    advanceTime(1_000);
    const left = await sendAndWait("employee.terminated", {
      employeeId: "R-11",
    });
    expect(left.status).toBe("succeeded");
    expect(await find(hired.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: left.id,
    });
  });

  test.runIf(isThorough)(
    "a termination that is repeated after the deletion does not withdraw a later hire",
    async () => {
      const { sendAndWait, find, advanceTime } = environment();
      const lastDay = inDays(-1);
      await hireAndTerminate("R-12", { lastDay, graceDays: 0 });
      const startDate = inDays(40);
      const hired = await sendAndWait(
        "employee.hired",
        hireOf("R-12", { startDate }),
      );
      advanceTime(1_000);
      await sendAndWait("employee.terminated", { employeeId: "R-12", lastDay });
      expect((await find(hired.id)).status).toBe("waiting");
    },
  );
});
