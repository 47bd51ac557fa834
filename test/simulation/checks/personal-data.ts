import { dayMs, dayOf, type Employee } from "../company/employee.ts";
import { personalMark } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";

const mark = /quxl\.(\d+)/g;

/** Longer than the longest grace period, a week of outages, and the retention of payloads. */
const keptDays = 30 + 7 + 31;

/**
 * What we keep of people who left long ago has no personal value in it.
 *
 * @throws InvariantBroken
 */
export function checkPersonalData(
  { memory, platform }: System,
  employees: readonly Employee[],
): void {
  const today = dayOf(clock.nowMs());
  const byNumber = new Map(employees.map((one) => [one.number, one]));
  for (const [id, item] of memory.store.items()) {
    const text = JSON.stringify(item);
    if (!text.includes(personalMark)) continue;
    for (const [, number] of text.matchAll(mark)) {
      const employee = byNumber.get(Number(number));
      const { lastDay, isRuled = true, usernames = [] } = employee ?? {};
      if (lastDay === undefined || isRuled || lastDay > today - keptDays)
        continue;
      if (usernames.some((name) => platform.findPerson(name))) continue;
      const lastAtMs = Math.max(...employee!.said.map(({ atMs }) => atMs));
      if (dayOf(lastAtMs) > today - keptDays) continue;
      throw new InvariantBroken(
        "personal data of a leaver is gone in time",
        `item ${id} has some of E-${number}, whose last day was ${new Date(lastDay * dayMs).toISOString()}`,
      );
    }
  }
}
