import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  graceDays: 30,
  disableLimit: { percent: 0, min: 1, max: 1 },
  rehireWithoutStartDate: "report",
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});

test("the daily hire without a start date of somebody who left asks once", async () => {
  const { sendAndWait, advanceTime } = environment();
  const employeeId = "ASK-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.terminated", { employeeId });
  const asking: string[] = [];
  for (let day = 1; day <= 7; day++) {
    advanceTime(dayMs);
    const { id, status, sameAs } = await sendAndWait(
      "employee.hired",
      hireOf(employeeId),
    );
    if (status === "needs_attention") asking.push(id);
    else if (asking.length > 0) expect(sameAs).toBe(asking[0]);
  }
  expect(asking).toHaveLength(1);
});

test("a rejected termination that the feed repeats every day asks once, and takes no access away", async () => {
  const { sendAndWait, operate, idle, advanceTime, find, personOf } =
    environment();
  advanceTime(2 * dayMs);
  const [other, employeeId] = ["ASK-2", "ASK-3"];
  await sendAndWait("employee.hired", hireOf(other));
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  await sendAndWait("employee.terminated", { employeeId: other });
  const first = await sendAndWait("employee.terminated", { employeeId });
  expect(first).toMatchObject({
    status: "needs_attention",
    reason: "disable-limit",
  });
  await operate("POST", `/${first.id}/reject`, undefined, guardToken);
  await idle();
  expect((await find(first.id)).status).toBe("cancelled");
  const asking: string[] = [];
  for (let day = 1; day <= 4; day++) {
    advanceTime(dayMs);
    const repeated = await sendAndWait("employee.terminated", { employeeId });
    if (repeated.status === "needs_attention") {
      expect(repeated.reason).toBe("repeated-after-ruling");
      asking.push(repeated.id);
    } else expect(repeated).toMatchObject({ sameAs: asking[0] });
  }
  expect(asking).toHaveLength(1);
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
});
