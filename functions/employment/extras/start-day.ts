import { dateInZone, instantAt } from "../../../shared/zoned-time.ts";
import type { HireTask } from "../../onboarding/event.ts";
import { dayMs } from "../../../shared/durations.ts";

const noonMs = dayMs / 2;

/** The first day of a hire, from which `dueInDays` counts. */
export type StartDay = {
  /** As `2026-01-31`. */
  date: string;
  /** When a task is due, as milliseconds since 1970. A day without a time means noon of that day. */
  dueAtMsOf: (task: HireTask) => number;
};

/**
 * The start day of a hire. A start date with an offset is the day that the clocks show at that offset, and due dates in
 * days use the same offset. A start date without a time is that day in the zone. Without a start date, the start day is
 * the day of the event in the zone.
 *
 * @param openedAtMs - the time of the event
 * @param zone - an IANA name
 */
export function startDayOf(
  startDate: string | undefined,
  openedAtMs: number,
  zone: string,
): StartDay {
  const date =
    startDate?.slice(0, "2026-01-31".length) ?? dateInZone(openedAtMs, zone);
  const aheadMs = startDate?.includes("T") ? offsetMsOf(startDate) : undefined;
  const toInstant = (clockMs: number) =>
    aheadMs === undefined ? instantAt(clockMs, zone) : clockMs - aheadMs;
  return {
    date,
    dueAtMsOf(task) {
      if (!("dueDate" in task))
        return toInstant(Date.parse(date) + task.dueInDays * dayMs + noonMs);
      return task.dueDate.includes("T")
        ? Date.parse(task.dueDate)
        : instantAt(Date.parse(task.dueDate) + noonMs, zone);
    },
  };
}

/** How far the clocks of a date-time are ahead of UTC. */
function offsetMsOf(dateTime: string): number {
  const clock = dateTime.replace(/(?:Z|[+-]\d\d:\d\d)$/, "Z");
  return Date.parse(clock) - Date.parse(dateTime);
}
