import { expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 0, minGraceDays: 0 });

const ways = [
  ["Australia/Sydney", "Pacific/Honolulu"],
  ["Pacific/Honolulu", "Australia/Sydney"],
  ["Europe/Oslo", "Europe/Oslo"],
] as const;
const orders = ["the end first", "the start first"] as const;
/** Days from the last day to the start. */
const gaps = [0, 1] as const;

const transfers = ways.flatMap(([from, to], way) =>
  gaps.flatMap((gap) =>
    orders.map((order, nth) => ({
      employeeId: `TRANSFER-${way}-${gap}-${nth}`,
      from,
      to,
      gap,
      order,
    })),
  ),
);

test("a transfer across zones takes no access in both directions, on the same day or the next one", async () => {
  const { sendAndWait, nowMs, advanceTime, runScheduler, ...others } =
    environment();
  const { personOf, store } = others;
  const dayIn = (days: number) =>
    new Date(nowMs() + days * dayMs).toISOString().slice(0, 10);
  const persons = new Map<string, string | undefined>();
  for (const { employeeId, from } of transfers) {
    const hire = hireOf(employeeId, { zone: from, startDate: dayIn(-30) });
    const { result } = await sendAndWait("employee.hired", hire);
    persons.set(employeeId, result?.personID);
  }
  advanceTime(dayMs);
  for (const { employeeId, from, to, gap, order } of transfers) {
    const end = { employeeId, lastDay: dayIn(2), zone: from };
    const start = hireOf(employeeId, { startDate: dayIn(2 + gap), zone: to });
    if (order === "the start first") await sendAndWait("employee.hired", start);
    await sendAndWait("employee.terminated", end);
    if (order === "the end first") await sendAndWait("employee.hired", start);
  }
  for (let hours = 0; hours < 120; hours += 4) {
    advanceTime(4 * hourMs);
    await runScheduler();
    for (const one of transfers) {
      const { id, svc } = (await personOf(one.employeeId)) ?? {};
      expect({ ...one, id, hours, isEnabled: svc?.enabled }).toEqual({
        ...one,
        id: persons.get(one.employeeId),
        hours,
        isEnabled: true,
      });
    }
  }
  for (const { employeeId } of transfers)
    expect(await store.employees.get(employeeId)).toMatchObject({
      state: "active",
      unfinished: [],
    });
});
