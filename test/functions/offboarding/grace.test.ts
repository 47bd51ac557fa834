import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

describe("the grace period", () => {
  test("a termination without grace days uses the configured ones: disabled at once, deleted after the grace period and not before", async () => {
    const {
      sendAndWait,
      runScheduler,
      advanceTime,
      find,
      personOf,
      deletions,
      platform,
      nowMs,
    } = environment();
    const hired = await sendAndWait("employee.hired", hireOf("G-1"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-1",
    });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect((left.dueAtMs ?? 0) - nowMs()).toBeGreaterThan(6.9 * dayMs);
    expect((left.dueAtMs ?? 0) - nowMs()).toBeLessThanOrEqual(7 * dayMs);
    expect(await personOf("G-1")).toMatchObject({
      id: hired.result?.personID,
      svc: { enabled: false, visible: false },
    });

    const deleted = deletions();
    advanceTime(6.9 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("waiting");
    expect(deletions()).toBe(deleted);

    advanceTime(0.2 * dayMs);
    await runScheduler();
    expect(await find(left.id)).toMatchObject({ status: "succeeded" });
    expect(platform.findPerson("g-1")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
  });

  test("a termination with grace days uses them instead of the configured ones", async () => {
    const { sendAndWait, runScheduler, advanceTime, find } = environment();
    await sendAndWait("employee.hired", hireOf("G-2"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-2",
      graceDays: 30,
    });
    advanceTime(29 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("waiting");
    advanceTime(1.1 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("succeeded");
  });

  test("a termination with zero grace days disables and deletes at once", async () => {
    const { sendAndWait, platform, deletions } = environment();
    await sendAndWait("employee.hired", hireOf("G-3"));
    const deleted = deletions();
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-3",
      graceDays: 0,
    });
    expect(left.status).toBe("succeeded");
    expect(platform.findPerson("g-3")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
    expect(left.steps["disable person"]?.status).toBe("succeeded");
  });

  test("the audit trail of a termination tells who did what, when and why", async () => {
    const { sendAndWait, runScheduler, advanceTime, find } = environment();
    await sendAndWait("employee.hired", hireOf("G-4"));
    const { id } = await sendAndWait("employee.terminated", {
      employeeId: "G-4",
    });
    advanceTime(8 * dayMs);
    await runScheduler();
    const { history } = await find(id);
    expect(
      history.map(({ by, status, reason }) => [by, status, reason]),
    ).toEqual([
      ["caller:ops", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "waiting", "grace"],
      ["scheduler", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "succeeded", undefined],
    ]);
  });
});

describe("a person in the grace period", () => {
  test("a person in the grace period keeps their content until they are deleted", async () => {
    const { sendAndWait, platform, runScheduler, advanceTime } = environment();
    const hired = await sendAndWait(
      "employee.hired",
      hireOf("G-5", {
        tasks: [{ subject: "Read", dueInDays: 1 }],
        streams: ["News"],
      }),
    );
    const personID = hired.result?.personID ?? "";
    await sendAndWait("employee.terminated", { employeeId: "G-5" });
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(platform.streamsOf(personID)).toHaveLength(1);
    advanceTime(8 * dayMs);
    await runScheduler();
    expect(platform.tasksOf(personID)).toEqual([]);
    expect(platform.streamsOf(personID)).toEqual([]);
  });

  test("a cancelled termination enables the person again, and a later termination still works", async () => {
    const {
      sendAndWait,
      operate,
      idle,
      find,
      personOf,
      store,
      runScheduler,
      advanceTime,
    } = environment();
    await sendAndWait("employee.hired", hireOf("G-6"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-6",
    });
    const answer = await operate("POST", `/${left.id}/cancel`);
    expect(answer.status).toBe(202);
    await idle();
    expect(await find(left.id)).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
    });
    expect((await personOf("G-6"))?.svc).toMatchObject({
      enabled: true,
      visible: true,
    });
    expect((await store.employees.get("G-6"))?.state).toBe("active");
    advanceTime(400 * dayMs);
    await runScheduler();
    expect(await personOf("G-6")).toBeDefined();

    const again = await sendAndWait("employee.terminated", {
      employeeId: "G-6",
      lastDay: new Date(environment().nowMs()).toISOString(),
    });
    expect(again.status).toBe("waiting");
    expect((await personOf("G-6"))?.svc.enabled).toBe(false);
  });

  test("a repeated delivery of a cancelled termination does not disable the person", async () => {
    const { sendAndWait, send, operate, idle, personOf, nowMs } = environment();
    await sendAndWait("employee.hired", hireOf("G-7"));
    const atMs = nowMs();
    const event = { employeeId: "G-7" };
    const left = await sendAndWait("employee.terminated", event, {
      atMs,
      delivery: "G-7",
    });
    await operate("POST", `/${left.id}/cancel`);
    await idle();
    await send("employee.terminated", event, { atMs, delivery: "G-7" });
    await idle();
    const other = await sendAndWait("employee.terminated", event);
    expect(other).toMatchObject({
      status: "needs_attention",
      reason: "repeated-after-ruling",
    });
    expect((await personOf("G-7"))?.svc.enabled).toBe(true);
  });

  test("a second termination during the grace period repeats the first one, which deletes the person", async () => {
    const { sendAndWait, find, personOf } = environment();
    await sendAndWait("employee.hired", hireOf("G-9"));
    const first = await sendAndWait("employee.terminated", {
      employeeId: "G-9",
    });
    const second = await sendAndWait("employee.terminated", {
      employeeId: "G-9",
    });
    expect(second).toMatchObject({ status: "succeeded", sameAs: first.id });
    expect(await find(first.id)).toMatchObject({
      status: "waiting",
      phase: "grace",
    });
    expect(await personOf("G-9")).toBeDefined();
  });
});

describe("a late cancellation", () => {
  test("a cancellation after the deletion is answered 409, and the person stays deleted", async () => {
    const { sendAndWait, operate, platform } = environment();
    await sendAndWait("employee.hired", hireOf("G-10"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-10",
      graceDays: 0,
    });
    const answer = await operate("POST", `/${left.id}/cancel`);
    expect(answer.status).toBe(409);
    expect(platform.findPerson("g-10")).toBeUndefined();
  });

  test("a cancellation is answered 409 once the deletion has begun", async () => {
    const {
      sendAndWait,
      operate,
      runUntilIdle,
      runScheduler,
      dispatchDue,
      advanceTime,
      find,
      platform,
    } = environment();
    await sendAndWait("employee.hired", hireOf("G-11"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-11",
    });
    advanceTime(8 * dayMs);
    platform.faults.add({
      kind: "late-deletion",
      gone: { afterReads: 5 },
    });
    await dispatchDue();
    const answer = await operate("POST", `/${left.id}/cancel`);
    expect(answer.status).toBe(409);
    await runUntilIdle();
    await runScheduler();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("g-11")).toBeUndefined();
  });
});
