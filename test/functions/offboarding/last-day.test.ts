import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ zone: "Europe/Oslo" });

test("a last day without a time ends in the time zone of the company", async () => {
  const { sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf("L-1"));
  const inSummer = await sendAndWait("employee.terminated", {
    employeeId: "L-1",
    lastDay: "2030-06-30",
  });
  expect(inSummer).toMatchObject({
    status: "waiting",
    dueAtMs: Date.parse("2030-06-30T22:00:00Z"),
  });
  const inWinter = await sendAndWait("employee.terminated", {
    employeeId: "L-1",
    lastDay: "2030-12-31",
  });
  expect(inWinter.dueAtMs).toBe(Date.parse("2030-12-31T23:00:00Z"));
});

test("a last day with a time and an offset ends at that instant", async () => {
  const { sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf("L-2"));
  const left = await sendAndWait("employee.terminated", {
    employeeId: "L-2",
    lastDay: "2030-06-30T15:00:00-03:00",
  });
  expect(left.dueAtMs).toBe(Date.parse("2030-06-30T18:00:00Z"));
});

describe("before the last day", () => {
  test.each([40, 400])(
    "a termination %d days ahead changes nothing until its last day, and then proceeds as the event says",
    async (days) => {
      const { sendAndWait, advanceTime, runScheduler, find, nowMs, personOf } =
        environment();
      const employeeId = `L-${days}-days`;
      await sendAndWait("employee.hired", hireOf(employeeId));
      const dueAtMs = nowMs() + days * dayMs;
      const { id } = await sendAndWait("employee.terminated", {
        employeeId,
        lastDay: new Date(dueAtMs).toISOString(),
        graceDays: 2,
      });
      advanceTime((days - 1) * dayMs);
      await runScheduler();
      expect((await find(id)).status).toBe("waiting");
      expect((await personOf(employeeId))?.svc.enabled).toBe(true);
      // The data of the event must not expire before its use.
      expect((await find(id)).payloadUntilMs).toBeGreaterThan(dueAtMs);

      advanceTime(1.1 * dayMs);
      await runScheduler();
      expect(await find(id)).toMatchObject({ phase: "grace" });
      expect((await personOf(employeeId))?.svc.enabled).toBe(false);
      advanceTime(2.1 * dayMs);
      await runScheduler();
      expect((await find(id)).status).toBe("succeeded");
      expect(await personOf(employeeId)).toBeUndefined();
    },
  );

  test("a termination before its last day is cancelled once, and the person was never touched", async () => {
    const {
      sendAndWait,
      operate,
      idle,
      advanceTime,
      runScheduler,
      find,
      personOf,
      platform,
    } = environment();
    await sendAndWait("employee.hired", hireOf("L-4"));
    const { id } = await sendAndWait("employee.terminated", {
      employeeId: "L-4",
      lastDay: soon(10),
    });
    const writes = platform.journal.filter(({ method }) => method === "PUT");
    expect((await operate("POST", `/${id}/cancel`)).status).toBe(202);
    await idle();
    expect((await operate("POST", `/${id}/cancel`)).status).toBe(409);
    advanceTime(11 * dayMs);
    await runScheduler();
    expect(await find(id)).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
    });
    expect((await personOf("L-4"))?.svc.enabled).toBe(true);
    expect(platform.journal.filter(({ method }) => method === "PUT")).toEqual(
      writes,
    );
  });
});

function soon(days: number): string {
  return new Date(environment().nowMs() + days * dayMs).toISOString();
}
