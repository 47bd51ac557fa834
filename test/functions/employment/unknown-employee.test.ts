import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

test("an operation of an unknown employee waits 15 minutes for a hire, then an operator must look", async () => {
  const { sendAndWait, find, nowMs, advanceTime, runScheduler } = environment();
  const acceptedMs = nowMs();
  const { id, status, dueAtMs } = await sendAndWait("employee.terminated", {
    employeeId: "U-1",
  });
  expect(status).toBe("waiting");
  expect(dueAtMs).toBeLessThan(acceptedMs + 16 * minuteMs);
  advanceTime(16 * minuteMs);
  await runScheduler();
  expect(await find(id)).toMatchObject({
    status: "needs_attention",
    reason: "unknown-employee",
  });
});
