import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 30 });

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

test("a last day that moves into the future after the end gives access at once", async () => {
  const { sendAndWait, advanceTime, runScheduler, personOf } = environment();
  const employeeId = "LAST-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.terminated", { employeeId, lastDay: dayIn(2) });
  advanceTime(5 * dayMs);
  await runScheduler();
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  await sendAndWait("employee.terminated", { employeeId, lastDay: dayIn(9) });
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  advanceTime(11 * dayMs);
  await runScheduler();
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});

test("a termination that is worked off before its older hire succeeds, and nobody gets access", async () => {
  const { sendAndWait, nowMs, find, personOf, advanceTime } = environment();
  const employeeId = "LAST-2";
  const atMs = nowMs();
  advanceTime(2_000);
  const terminated = await sendAndWait(
    "employee.terminated",
    { employeeId },
    { atMs: atMs + 1_000 },
  );
  await sendAndWait("employee.hired", hireOf(employeeId), { atMs });
  await environment().runScheduler();
  expect((await find(terminated.id)).status).toBe("succeeded");
  expect(await personOf(employeeId)).toBeUndefined();
});
