import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireEvent } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 30 });

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

test("an employee's item stays below 3 KB with a daily feed, a change, a rename and a termination", async () => {
  const { sendAndWait, storedItems, advanceTime, runScheduler } = environment();
  const employeeId = "KB-1";
  const bytes = async () => {
    const items = await storedItems();
    return sizeOf(items.find(({ id }) => id === `employee#${employeeId}`));
  };
  const sizes: number[] = [];
  const say = async (type: string, data: object) => {
    advanceTime(dayMs);
    await sendAndWait(`employee.${type}`, { employeeId, ...data });
    sizes.push(await bytes());
  };
  const { data } = hireEvent(employeeId, { startDate: dayIn(5) });
  await say("hired", data);
  for (let day = 1; day <= 20; day++) {
    await say("hired", data);
    await runScheduler();
  }
  await say("changed", { title: "Lead", department: "Platform" });
  await say("changed", { username: "kb-married", email: "kb@example.com" });
  await say("terminated", { lastDay: dayIn(30), reason: "resignation" });
  expect(Math.max(...sizes)).toBeLessThan(3 * 1024);
});

/** As DynamoDB counts: names and values, a byte for each element of a list or a map, and half a byte for a digit. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  const elements = Array.isArray(value)
    ? value.map((one) => sizeOf(one))
    : Object.entries(value).map(([name, one]) => sizeOf(name) + sizeOf(one));
  return elements.reduce((sum, size) => sum + size + 1, 3);
}
