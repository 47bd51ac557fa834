import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("a last day that moves into the future takes no access on the first one", async () => {
  const { sendAndWait, advanceTime, runScheduler, nowMs, platform } =
    environment();
  const employeeId = "HEARD-1";
  const dayIn = (days: number) =>
    new Date(nowMs() + days * dayMs).toISOString().slice(0, 10);
  await sendAndWait("employee.hired", hireOf(employeeId));
  for (const days of [7, 30])
    await sendAndWait("employee.terminated", {
      employeeId,
      lastDay: dayIn(days),
    });
  advanceTime(9 * dayMs);
  await runScheduler();
  expect(platform.findPerson("heard-1")?.svc.enabled).toBe(true);
  advanceTime(30 * dayMs);
  await runScheduler();
  expect(platform.findPerson("heard-1")).toBeUndefined();
});
