import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const cancellation = "employee.termination_cancelled";
const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 9, max: 9 },
});
const withdrawn = { status: "cancelled", reason: "termination-cancelled" };

const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;

async function hire(employeeId: string): Promise<void> {
  const { sendAndWait, advanceTime } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
}

async function leave(employeeId: string, data: object = {}) {
  const { sendAndWait, advanceTime } = environment();
  const leaver = { employeeId, ...data };
  const left = await sendAndWait("employee.terminated", leaver);
  advanceTime(1_000);
  return left;
}

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
}

describe("a cancellation of terminations", () => {
  test("a change of a kept leaver is written when the termination is cancelled within 14 days", async () => {
    const { sendAndWait, personOf, store } = environment();
    const employeeId = "E-KEPT";
    await hire(employeeId);
    await leave(employeeId, { disposition: "disable" });
    const change = { employeeId, location: "Bern" };
    const { id } = await sendAndWait("employee.changed", change);
    const left = { status: "cancelled", reason: "left" };
    expect(await store.operations.get(id)).toMatchObject(left);
    expect(await personOf(employeeId)).not.toHaveProperty("location");
    await passDays(13);
    await sendAndWait(cancellation, { employeeId });
    expect(await personOf(employeeId)).toMatchObject({
      location: "Bern",
      svc: { enabled: true },
    });
    expect(await store.operations.get(id)).toMatchObject(left);
  });

  test("a cancellation during the grace period enables the person again, and nothing is deleted", async () => {
    const { sendAndWait, find, store } = environment();
    await hire("C-2");
    const left = await leave("C-2");
    const stays = await sendAndWait(cancellation, { employeeId: "C-2" });
    expect(stays.status).toBe("succeeded");
    expect(await find(left.id)).toMatchObject(withdrawn);
    expect(await isEnabled("C-2")).toBe(true);
    const employee = await store.employees.get("C-2");
    expect(employee).toMatchObject({ state: "active" });
    expect(employee).not.toHaveProperty("terminatedBy");
    expect(employee).not.toHaveProperty("disabledAtMs");
    await passDays(40);
    expect(await isEnabled("C-2")).toBe(true);
  });

  test("a hire that a termination had cancelled brings its tasks when that is cancelled, and keeps no salt", async () => {
    const { sendAndWait, advanceTime, runScheduler, idle } = environment();
    const { find, store, platform } = environment();
    const left = await leave("C-8");
    const task = { subject: "Meet your team", dueInDays: 3 };
    const hire = hireOf("C-8", { tasks: [task] });
    const earlier = { atMs: left.eventAtMs - 1_000 };
    const hired = await sendAndWait("employee.hired", hire, earlier);
    expect(hired).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
    });
    advanceTime(1_000);
    const stays = await sendAndWait(cancellation, { employeeId: "C-8" });
    expect(stays.status).toBe("succeeded");
    advanceTime(3 * minuteMs);
    await runScheduler();
    await idle();
    expect((await find(hired.id)).status).toBe("succeeded");
    const { personID = "", ...employee } =
      (await store.employees.get("C-8")) ?? {};
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(employee).not.toHaveProperty("passwordSalt");
  });

  test("a cancellation whose person cannot be enabled asks for attention, and a retry enables them", async () => {
    const { sendAndWait, operate, idle, find, platform } = environment();
    await hire("C-9");
    await leave("C-9");
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    const stays = await sendAndWait(cancellation, { employeeId: "C-9" });
    expect(stays.status).toBe("needs_attention");
    platform.faults.clear();
    await operate("POST", `/${stays.id}/retry`);
    await idle();
    expect((await find(stays.id)).status).toBe("succeeded");
    expect(await isEnabled("C-9")).toBe(true);
  });
});
