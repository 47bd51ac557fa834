import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  graceDays: 3,
  rehireWithoutStartDate: "report",
});

test("a feed that repeats a hire every day, and lags behind, brings nobody back", async () => {
  const { sendAndWait, nowMs, advanceTime, runScheduler, ...c } = environment();
  const startMs = nowMs();
  const day = (days: number) => new Date(startMs + days * dayMs).toISOString();
  const employeeId = "F-1";
  const first = await sendAndWait(
    "employee.hired",
    hireOf(employeeId, { startDate: day(0) }),
  );
  const outcomes: string[] = [];
  const enabled: boolean[] = [];
  for (let today = 1; today <= 12; today++) {
    advanceTime(dayMs);
    if (today === 2)
      await sendAndWait("employee.terminated", {
        employeeId,
        lastDay: day(5),
      });
    await runScheduler();
    advanceTime(1_000);
    // The feed learns of the termination much later, so it still sends the hire with a new time.
    const { status, reason, sameAs } = await sendAndWait(
      "employee.hired",
      hireOf(employeeId, { startDate: day(0) }),
    );
    outcomes.push(sameAs === first.id ? "repetition" : (reason ?? status));
    enabled.push((await c.personOf(employeeId))?.svc.enabled ?? false);
  }
  const isHere = (today: number) => today < 5;
  expect(enabled).toEqual(enabled.map((_, index) => isHere(index + 1)));
  expect(outcomes).toEqual(outcomes.map(() => "repetition"));
  expect(c.platform.findPerson("f-1")).toBeUndefined();
  expect((await c.store.employees.get(employeeId))?.state).toBe("left");
});
