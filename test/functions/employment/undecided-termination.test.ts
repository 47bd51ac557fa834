import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

/** Somebody who is suspended, and whose termination names a last day before the start. */
async function suspendUndecided(employeeId: string, until?: string) {
  const { sendAndWait, advanceTime } = environment();
  const startDate = dayIn(0);
  const lastDay = dayIn(-5);
  await sendAndWait("employee.hired", hireOf(employeeId, { startDate }));
  advanceTime(5 * dayMs);
  await sendAndWait("employee.suspended", {
    employeeId,
    ...(until && { until }),
  });
  advanceTime(minuteMs);
  const asked = await sendAndWait("employee.terminated", {
    employeeId,
    lastDay,
  });
  expect(asked.status).toBe("needs_attention");
  return asked;
}

async function isEnabled(employeeId: string) {
  return (await environment().personOf(employeeId))?.svc.enabled;
}

test("a resumption enables nobody whose termination needs a decision, and the answer does", async () => {
  const { sendAndWait, advanceTime, operate, idle } = environment();
  const asked = await suspendUndecided("U-1");
  advanceTime(minuteMs);
  await sendAndWait("employee.resumed", { employeeId: "U-1" });
  expect(await isEnabled("U-1")).toBe(false);
  await operate(
    "POST",
    `/${asked.id}/is-an-earlier-one`,
    undefined,
    guardToken,
  );
  await idle();
  await environment().runScheduler();
  expect(await isEnabled("U-1")).toBe(true);
});

test("the end of a suspension enables nobody whose termination needs a decision", async () => {
  const { advanceTime, runScheduler } = environment();
  await suspendUndecided("U-2", dayIn(6));
  advanceTime(4 * dayMs);
  await runScheduler();
  expect(await isEnabled("U-2")).toBe(false);
});

test("a retry of the termination that needs a decision enables nobody after a resumption", async () => {
  const { sendAndWait, advanceTime, operate, idle, find } = environment();
  const asked = await suspendUndecided("U-3");
  advanceTime(minuteMs);
  await sendAndWait("employee.resumed", { employeeId: "U-3" });
  await operate("POST", `/${asked.id}/retry`, undefined, guardToken);
  await idle();
  expect((await find(asked.id)).status).toBe("needs_attention");
  expect(await isEnabled("U-3")).toBe(false);
});
