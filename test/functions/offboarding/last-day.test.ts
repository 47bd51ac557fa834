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

test("a last day in the past means now", async () => {
  const { sendAndWait, platform } = environment();
  await sendAndWait("employee.hired", hireOf("L-3"));
  const left = await sendAndWait("employee.terminated", {
    employeeId: "L-3",
    lastDay: "2020-06-30",
  });
  expect(left.status).toBe("succeeded");
  expect(platform.findPerson("l-3")).toBeUndefined();
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

  test("a termination before its last day is cancelled by one request, once, and the person was never touched", async () => {
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

  test("a hire before the last day is a repetition, and the person leaves after that day", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, platform } =
      environment();
    const hired = await sendAndWait("employee.hired", hireOf("L-5"));
    const { id } = await sendAndWait("employee.terminated", {
      employeeId: "L-5",
      lastDay: soon(10),
    });
    const again = await sendAndWait("employee.hired", hireOf("L-5"));
    expect(again).toMatchObject({ status: "succeeded", sameAs: hired.id });
    advanceTime(11 * dayMs);
    await runScheduler();
    expect((await find(id)).status).toBe("succeeded");
    expect(platform.findPerson("l-5")).toBeUndefined();
  });

  test("a later termination with another last day replaces the first one: HR has prolonged the contract", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, personOf, platform } =
      environment();
    await sendAndWait("employee.hired", hireOf("L-6"));
    const first = await sendAndWait("employee.terminated", {
      employeeId: "L-6",
      lastDay: soon(10),
    });
    const second = await sendAndWait("employee.terminated", {
      employeeId: "L-6",
      lastDay: soon(20),
    });
    advanceTime(11 * dayMs);
    await runScheduler();
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: second.id,
    });
    expect((await personOf("L-6"))?.svc.enabled).toBe(true);
    advanceTime(10 * dayMs);
    await runScheduler();
    expect((await find(second.id)).status).toBe("succeeded");
    expect(platform.findPerson("l-6")).toBeUndefined();
  });

  test("a later termination without a last day takes effect now, and no operation waits", async () => {
    const { sendAndWait, find, platform } = environment();
    await sendAndWait("employee.hired", hireOf("L-7"));
    const first = await sendAndWait("employee.terminated", {
      employeeId: "L-7",
      lastDay: soon(10),
    });
    const second = await sendAndWait("employee.terminated", {
      employeeId: "L-7",
    });
    expect(second.status).toBe("succeeded");
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: second.id,
    });
    expect(platform.findPerson("l-7")).toBeUndefined();
  });
});

describe("a contract whose start and end come together", () => {
  test.each(["in order", "the end first"])(
    "a contract whose start and end come together begins and ends on its days (%s)",
    async (order) => {
      const {
        send,
        runUntilIdle,
        advanceTime,
        runScheduler,
        personOf,
        operation,
        nowMs,
      } = environment();
      const employeeId = `L-${order.replaceAll(" ", "-")}`;
      const atMs = nowMs() - 1000;
      const hire = () =>
        send("employee.hired", hireOf(employeeId, { startDate: soon(10) }), {
          atMs,
        });
      const leave = () =>
        send(
          "employee.terminated",
          { employeeId, lastDay: soon(100), graceDays: 0 },
          { atMs: atMs + 1 },
        );
      const answers =
        order === "in order"
          ? [await hire(), await leave()]
          : [await leave(), await hire()];
      await runUntilIdle();
      for (const answer of answers)
        expect((await operation(answer)).status).toBe("waiting");
      advanceTime(11 * dayMs);
      await runScheduler();
      expect((await personOf(employeeId))?.svc.enabled).toBe(true);
      advanceTime(91 * dayMs);
      await runScheduler();
      expect(await personOf(employeeId)).toBeUndefined();
      for (const answer of answers)
        expect((await operation(answer)).status).toBe("succeeded");
    },
  );

  test("two contracts that come together each begin and end on their own days", async () => {
    const {
      send,
      runUntilIdle,
      advanceTime,
      runScheduler,
      personOf,
      operation,
      nowMs,
    } = environment();
    const employeeId = "L-next";
    const atMs = nowMs() - 1000;
    const answers = [
      await send(
        "employee.hired",
        hireOf(employeeId, { startDate: soon(10) }),
        { atMs },
      ),
      await send(
        "employee.terminated",
        { employeeId, lastDay: soon(100), graceDays: 0 },
        { atMs: atMs + 1 },
      ),
      await send(
        "employee.hired",
        hireOf(employeeId, { startDate: soon(200) }),
        { atMs: atMs + 2 },
      ),
    ];
    await runUntilIdle();
    advanceTime(11 * dayMs);
    await runScheduler();
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    advanceTime(91 * dayMs);
    await runScheduler();
    expect(await personOf(employeeId)).toBeUndefined();
    advanceTime(100 * dayMs);
    await runScheduler();
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    for (const answer of answers)
      expect((await operation(answer)).status).toBe("succeeded");
  });
});

function soon(days: number): string {
  return new Date(environment().nowMs() + days * dayMs).toISOString();
}
