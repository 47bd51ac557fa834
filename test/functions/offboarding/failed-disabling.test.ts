import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

/** A termination that the platform refuses: the person stays enabled. */
async function failToLeave(employeeId: string) {
  const { sendAndWait, advanceTime, platform } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
  platform.faults.add({ kind: "status", status: 403, method: "PUT" });
  const left = await sendAndWait("employee.terminated", { employeeId });
  platform.faults.clear();
  expect(left.status).toBe("needs_attention");
  advanceTime(1_000);
  return left.id;
}

async function retry(id: string) {
  const { operate, idle, find } = environment();
  await operate("POST", `/${id}/retry`);
  await idle();
  return find(id);
}

async function stateOf(employeeId: string) {
  const { store, personOf } = environment();
  const employee = await store.employees.get(employeeId);
  return [employee?.state, (await personOf(employeeId))?.svc.enabled];
}

test("the grace period begins when the person is disabled, and not with an attempt that failed", async () => {
  const { advanceTime, nowMs } = environment();
  const id = await failToLeave("F-1");
  advanceTime(8 * dayMs);
  const { status, phase, dueAtMs = 0 } = await retry(id);
  expect([status, phase]).toEqual(["waiting", "grace"]);
  expect(dueAtMs - nowMs()).toBeGreaterThan(6.9 * dayMs);
  expect(await stateOf("F-1")).toEqual(["leaving", false]);
});
