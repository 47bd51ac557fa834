import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 1, max: 1 },
});
const held = { status: "needs_attention", reason: "deletion-limit" };

test("no resumption, end of a suspension, retry or restart enables a person whose deletion is held", async () => {
  const { sendAndWait, advanceTime, runScheduler, operate, idle } =
    environment();
  const { find, personOf, nowMs } = environment();
  const [other, employeeId] = ["HELD-1", "HELD-2"];
  await sendAndWait("employee.hired", hireOf(other));
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  const until = new Date(nowMs() + 9 * dayMs).toISOString().slice(0, 10);
  await sendAndWait("employee.suspended", { employeeId, until });
  advanceTime(minuteMs);
  await sendAndWait("employee.terminated", { employeeId: other });
  advanceTime(minuteMs);
  const { id } = await sendAndWait("employee.terminated", { employeeId });
  advanceTime(7 * dayMs);
  await runScheduler();
  expect(await find(id)).toMatchObject(held);
  const isEnabled = async () => (await personOf(employeeId))?.svc.enabled;

  await operate("POST", `/${id}/retry`);
  await idle();
  expect(await isEnabled()).toBe(false);
  advanceTime(4 * dayMs);
  await runScheduler();
  expect(await isEnabled()).toBe(false);
  await sendAndWait("employee.resumed", { employeeId });
  await runScheduler();
  expect(await isEnabled()).toBe(false);
  expect(await find(id)).toMatchObject(held);
});
