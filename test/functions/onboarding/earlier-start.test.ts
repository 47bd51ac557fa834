import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("a hire that creates the person before an earlier hire's start date keeps no salt when its tasks are there", async () => {
  const { sendAndWait, nowMs, store } = environment();
  const startIn = (days: number) => ({
    ...hireOf("EARLIER-1"),
    startDate: new Date(nowMs() + days * dayMs).toISOString().slice(0, 10),
    tasks: [{ subject: "Meet your team", dueInDays: 3 }],
  });
  await sendAndWait("employee.hired", startIn(18));
  await sendAndWait("employee.hired", startIn(-2));
  const employee = await store.employees.get("EARLIER-1");
  expect(employee).toMatchObject({ state: "active" });
  expect(employee).not.toHaveProperty("extrasOf");
  expect(employee).not.toHaveProperty("passwordSalt");
});
