import { expect, test } from "vitest";
import { useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";

const callsPerSecond = 5;
const environment = useInProcess({ callsPerSecond, graceDays: 7 });

/**
 * Sends an event. Resolves to its operation, and to the seconds that its workflow waited for the platform: before its
 * work, and before it counted contents.
 */
async function sendAndCount(type: string, data: object) {
  const { sendAndWait, pauses } = environment();
  const from = pauses.length;
  const operation = await sendAndWait(type, data);
  const secondsOf = (countsContents: boolean) =>
    pauses
      .slice(from)
      .filter(({ name }) => name.includes("to count") === countsContents)
      .reduce((sum, pause) => sum + pause.seconds, 0);
  return {
    operation,
    seconds: secondsOf(false),
    secondsToCount: secondsOf(true),
  };
}

test("behind the calls of a thousand hires, a termination begins within 5 s and a status within 15 s", async () => {
  const { hire, store, platform, personOf } = environment();
  for (const employeeId of ["F-1", "F-2"]) await hire(employeeId);
  // At five calls a second, these calls take 800 s.
  await store.rateLimiter.reserve(4_000, callsPerSecond, "other");

  // The client repeats a refused call once by itself, so the step sees the second refusal.
  const busy = { kind: "status", status: 429, times: 2 } as const;
  platform.faults.add(busy);
  const left = await sendAndCount("employee.terminated", { employeeId: "F-1" });
  expect(left.operation).toMatchObject({ status: "waiting", phase: "grace" });
  expect((await personOf("F-1"))?.svc.enabled).toBe(false);
  expect(left.seconds).toBeLessThanOrEqual(5);
  // The person has no access any more, so the count of their contents has no share of the rate.
  expect(left.secondsToCount).toBeGreaterThan(700);

  platform.faults.add(busy);
  const data = { employeeId: "F-2", text: "Here" };
  const set = await sendAndCount("status.set", data);
  expect(set.operation.status).toBe("succeeded");
  expect(set.seconds).toBeLessThanOrEqual(15);

  const hired = await sendAndCount("employee.hired", hireOf("F-3"));
  expect(hired.seconds).toBeGreaterThan(700);
});
