import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const maxLagMs = 2_000;
const environment = useInProcess({ indexLagMs: maxLagMs });

const lastDayAt = (timeMs: number) =>
  new Date(timeMs).toISOString().slice(0, 10);

describe("with indexes that lag for two seconds", () => {
  test("an older termination that arrives right after the one that moved the last day lets nobody leave early", async () => {
    const { sendAndWait, send, operation, personOf, nowMs, advanceTime } =
      environment();
    await sendAndWait("employee.hired", hireOf("I-1"));
    const atMs = nowMs();
    advanceTime(1_000);
    const moved = await send(
      "employee.terminated",
      { employeeId: "I-1", lastDay: lastDayAt(atMs + 30 * dayMs) },
      { atMs: atMs + 2 },
    );
    const older = await sendAndWait(
      "employee.terminated",
      { employeeId: "I-1", lastDay: lastDayAt(atMs), graceDays: 0 },
      { atMs: atMs + 1 },
    );
    const { id } = await operation(moved);
    expect(older).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: id,
    });
    expect((await personOf("I-1"))?.svc.enabled).toBe(true);
  });

  test("a termination right after a hire for a later day cancels that hire and needs nobody's attention", async () => {
    const { sendAndWait, send, operation, nowMs } = environment();
    const startDate = new Date(nowMs() + 30 * dayMs).toISOString();
    const hiring = await send("employee.hired", hireOf("I-2", { startDate }));
    const leaving = await sendAndWait("employee.terminated", {
      employeeId: "I-2",
    });
    expect(leaving).toMatchObject({ status: "succeeded" });
    expect(await operation(hiring)).toMatchObject({ status: "cancelled" });
  });

  test("the whole life of an employee ends as without a lag", async () => {
    const { sendAndWait, send, operation, personOf, runScheduler, ...others } =
      environment();
    const { advanceTime, nowMs, deletions } = others;
    const employeeId = "I-3";
    const startDate = new Date(nowMs() + dayMs).toISOString();
    const hiring = await send(
      "employee.hired",
      hireOf(employeeId, { startDate }),
    );
    advanceTime(dayMs + 2 * maxLagMs);
    await runScheduler();
    expect(await operation(hiring)).toMatchObject({ status: "succeeded" });

    const text = { employeeId, text: "Busy" };
    expect(await sendAndWait("status.set", text)).toMatchObject({
      status: "succeeded",
    });
    expect((await personOf(employeeId))?.status).toBe("Busy");

    const leaving = await sendAndWait("employee.terminated", {
      employeeId,
      graceDays: 1,
    });
    expect(leaving).toMatchObject({ status: "waiting", phase: "grace" });
    const before = deletions();
    advanceTime(dayMs + 2 * maxLagMs);
    await runScheduler();
    expect(await others.find(leaving.id)).toMatchObject({
      status: "succeeded",
    });
    expect(deletions()).toBe(before + 1);

    const again = await sendAndWait("employee.hired", hireOf(employeeId));
    expect(again).toMatchObject({ status: "succeeded" });
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  });
});
