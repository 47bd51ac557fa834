import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 30, max: 30 },
});

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();
const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;
const isHere = (employeeId: string) =>
  environment().platform.findPerson(employeeId.toLowerCase()) !== undefined;

async function hireAndTerminate(employeeId: string, data: object = {}) {
  const { sendAndWait, advanceTime } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
  const left = await sendAndWait("employee.terminated", {
    employeeId,
    ...data,
  });
  advanceTime(1_000);
  return left;
}

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
}

describe("a later termination during the grace period", () => {
  test("a termination with a later last day enables a person in the grace period until that day, before the deletion", async () => {
    const { sendAndWait, find } = environment();
    const first = await hireAndTerminate("R-3", { lastDay: inDays(-0.001) });
    const lastDay = inDays(30);
    const second = await sendAndWait("employee.terminated", {
      employeeId: "R-3",
      lastDay,
    });
    await passDays(7.1);
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
      sameAs: second.id,
    });
    expect(await isEnabled("R-3")).toBe(true);
    await passDays(23);
    expect(await find(second.id)).toMatchObject({ phase: "grace" });
    expect(await isEnabled("R-3")).toBe(false);
    await passDays(7.1);
    expect(isHere("R-3")).toBe(false);
  });
});
