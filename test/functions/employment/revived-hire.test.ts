import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

const environment = useInProcess();
const { pass } = passingTime(environment);

test("a hire that comes back with a cancelled termination keeps its data until its start", async () => {
  const { sendAndWait, personOf, find } = environment();
  const employeeId = "BACK-1";
  const dateIn = (days: number) =>
    new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);
  const hired = await sendAndWait("employee.hired", {
    ...hireOf(employeeId),
    startDate: dateIn(120),
  });
  await sendAndWait("employee.terminated", { employeeId, lastDay: dateIn(20) });
  expect((await find(hired.id)).status).toBe("cancelled");
  await pass(dayMs, dayMs);
  await sendAndWait("employee.termination_cancelled", { employeeId });
  await pass(121 * dayMs, dayMs);
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
});
