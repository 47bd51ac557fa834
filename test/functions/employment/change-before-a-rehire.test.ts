import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  for (let day = 1; day <= days; day++) {
    advanceTime(dayMs);
    await runScheduler();
  }
}

test("a change of a leaver who is hired again counts for both persons", async () => {
  const { sendAndWait, nowMs, personOf, advanceTime } = environment();
  const employeeId = "N-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await passDays(1);
  await sendAndWait("employee.terminated", { employeeId });
  await passDays(1);
  const first = await personOf(employeeId);
  const startDate = new Date(nowMs() + 20 * dayMs).toISOString();
  await sendAndWait("employee.hired", hireOf(employeeId, { startDate }));
  advanceTime(1_000);
  await sendAndWait("employee.changed", { employeeId, username: "n-married" });
  await passDays(10);
  expect(await personOf(employeeId)).toBeUndefined();
  await passDays(11);
  const next = await personOf(employeeId);
  expect(next?.id).not.toBe(first?.id);
  expect(next?.svc).toMatchObject({ username: "n-married", enabled: true });
});
