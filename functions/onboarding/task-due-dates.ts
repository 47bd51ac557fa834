import type { HireTask } from "./hire.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When a task is due, as milliseconds since 1970. A day without a time means noon UTC, which is the same calendar day
 * in nearly every time zone.
 *
 * @param startMs - when the hire starts; `dueInDays` counts from that day
 */
export function dueAtMsOf(task: HireTask, startMs: number): number {
  if ("dueDate" in task) return instantMsOf(task.dueDate);
  return noonUtcMs(startMs) + task.dueInDays * dayMs;
}

/** A date or a date-time, as milliseconds since 1970. A date alone is noon UTC of that day. */
export function instantMsOf(date: string): number {
  return date.includes("T") ? Date.parse(date) : noonUtcMs(Date.parse(date));
}

function noonUtcMs(instantMs: number): number {
  return Math.floor(instantMs / dayMs) * dayMs + dayMs / 2;
}
