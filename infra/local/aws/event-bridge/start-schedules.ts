import { type EventRule, functionsFor } from "../../../events.ts";
import { readExpression } from "../../../schedule-expression.ts";
import {
  type Schedule,
  scheduledEvent,
  schedulerPlaceholders,
} from "../../../schedules.ts";
import { localArn } from "../arn.ts";
import { toWholeSeconds } from "./event-bridge-event.ts";

export type SchedulesOptions = {
  schedules: readonly Schedule[];
  rules: readonly EventRule[];
  /** Takes an event for a function; returns at once. */
  deliver: (functionName: string, event: unknown) => void;
  nowMs?: () => number;
};

const maxTimerMs = 2 ** 31 - 1;

/**
 * Sends what schedules send, as EventBridge Scheduler does, to the functions that take such events. What was due while
 * the process did not run is not made up for. The timers keep no process alive.
 */
export function startSchedules({
  schedules,
  rules,
  deliver,
  nowMs = Date.now,
}: SchedulesOptions): { close: () => Promise<void> } {
  const timers = new Map<Schedule, NodeJS.Timeout>();
  for (const schedule of schedules) plan(schedule);

  function plan(schedule: Schedule): void {
    const next = readExpression(schedule.expression, schedule.zone);
    const atMs = next(nowMs());
    if (atMs !== undefined) waitUntil(atMs, schedule);
  }

  function waitUntil(atMs: number, schedule: Schedule): void {
    const timer = setTimeout(
      () => {
        // A timer may be a moment early, and can't be longer than 24 days.
        if (nowMs() < atMs) return waitUntil(atMs, schedule);
        for (const name of functionsFor(schedule.event.type, rules))
          deliver(name, eventAt(atMs, schedule));
        plan(schedule);
      },
      Math.min(Math.max(0, atMs - nowMs()), maxTimerMs),
    );
    timers.set(schedule, timer.unref());
  }

  return {
    close: async () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The event of one sending, with the values that Scheduler puts in their place. */
function eventAt(atMs: number, schedule: Schedule): unknown {
  const arn = localArn("scheduler", `schedule/default/${schedule.name}`);
  return JSON.parse(
    JSON.stringify(scheduledEvent(schedule))
      .replaceAll(schedulerPlaceholders.schedule, arn)
      .replaceAll(schedulerPlaceholders.scheduledTime, toWholeSeconds(atMs)),
  );
}
