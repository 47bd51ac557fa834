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
  /** Accepts an event for a function and returns immediately. */
  deliver: (functionName: string, event: unknown) => void;
  nowMs?: () => number;
};

const maxTimerMs = 2 ** 31 - 1;

/**
 * Sends the events of schedules to their receivers, as EventBridge Scheduler does. The timers do not keep the process
 * alive.
 *
 * Schedules are kinder than AWS in two ways: each event is sent exactly once and on time, and a delivery cannot fail.
 * Unlike AWS, an event whose time passes while the process is stopped is not sent later.
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
        // A timer may fire slightly early, and its maximum delay is 24 days.
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

/** Creates the event of one delivery and replaces the placeholders as EventBridge Scheduler does. */
function eventAt(atMs: number, schedule: Schedule): unknown {
  const arn = localArn("scheduler", `schedule/default/${schedule.name}`);
  return JSON.parse(
    JSON.stringify(scheduledEvent(schedule))
      .replaceAll(schedulerPlaceholders.schedule, arn)
      .replaceAll(schedulerPlaceholders.scheduledTime, toWholeSeconds(atMs)),
  );
}
