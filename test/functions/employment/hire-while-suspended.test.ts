import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("a hire that waits for the end of a suspension says so, and is done minutes after the resumption", async () => {
  const { sendAndWait, advanceTime, idle, find, personOf, runScheduler } =
    environment();
  advanceTime(2 * dayMs);
  const employeeId = "SUSPENDED";
  const startDate = new Date(environment().nowMs() + dayMs).toISOString();
  const hire = await sendAndWait("employee.hired", {
    ...hireOf(employeeId),
    startDate: startDate.slice(0, 10),
    tasks: [{ subject: "Read", dueInDays: 1 }],
  });
  await sendAndWait("employee.suspended", { employeeId });
  advanceTime(2 * dayMs);
  await runScheduler();
  expect(await find(hire.id)).toMatchObject({
    status: "waiting",
    phase: "creation",
  });
  expect(await personOf(employeeId)).toBeUndefined();

  advanceTime(minuteMs);
  await sendAndWait("employee.resumed", { employeeId });
  advanceTime(3 * minuteMs);
  await runScheduler();
  await idle();
  expect((await find(hire.id)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
});
