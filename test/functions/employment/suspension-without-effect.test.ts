import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  disableLimit: { percent: 0, min: 1, max: 1 },
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});

test.each([
  ["rejected", "reject", undefined],
  ["resolved", "resolve", { note: "they stay" }],
])(
  "a suspension that never took effect and is %s leaves nothing, also for the next hire",
  async (is, verb, body) => {
    const { sendAndWait, advanceTime, operate, runScheduler, ...others } =
      environment();
    const { idle, find, personOf, store } = others;
    advanceTime(2 * dayMs);
    const [other, employeeId] = [`OTHER-${is}`, `SUSPENDED-${is}`];
    await sendAndWait("employee.hired", hireOf(other));
    if (verb === "reject")
      await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(minuteMs);
    await sendAndWait("employee.suspended", { employeeId: other });
    const { id } = await sendAndWait("employee.suspended", { employeeId });
    advanceTime(16 * minuteMs);
    await runScheduler();
    expect((await find(id)).status).toBe("needs_attention");
    const answer = await operate("POST", `/${id}/${verb}`, body, guardToken);
    expect(answer.ok).toBe(true);
    await idle();
    advanceTime(3 * minuteMs);
    await runScheduler();
    expect((await find(id)).status).toBe("cancelled");
    if (verb === "resolve")
      await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(30 * dayMs);
    await runScheduler();
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    expect(await store.employees.get(employeeId)).toMatchObject({
      state: "active",
      unfinished: [],
    });
  },
);
