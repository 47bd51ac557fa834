import * as z from "zod";
import { readExpression } from "../../../aws/deployment/schedule-expression.ts";
import {
  type Schedule,
  scheduledEvent,
  schedulerPlaceholders,
  functionOfSchedule,
} from "../../../aws/deployment/schedules.ts";
import { localArn } from "../arn.ts";
import { createJsonFolder } from "../json-folder.ts";
import { toWholeSeconds } from "./start-event-bus.ts";

const lastSentSchema = z.object({
  id: z.string(),
  expression: z.string(),
  zone: z.string(),
  /** The scheduled time of the last event. Before the first one: when the schedule was created or changed. */
  atMs: z.number(),
});

const maxTimerMs = 2 ** 31 - 1;

/**
 * Sends the events of schedules to their receiver, as EventBridge Scheduler does. The timers do not keep the process
 * alive.
 *
 * If times pass while the process or the machine is stopped, the last of them is sent later, where AWS would have sent
 * all. An event can be sent a second time after a kill, as on AWS.
 */
export function startSchedules({
  schedules,
  deliver,
  folder,
  nowMs = Date.now,
}: {
  schedules: readonly Schedule[];
  /** Accepts an event for a function, and returns immediately. */
  deliver: (
    event: unknown,
    target: ReturnType<typeof functionOfSchedule>,
  ) => void;
  /**
   * Folder that keeps when each schedule was last sent, so that the next process sends what was missed meanwhile.
   * @default none: nothing is sent late
   */
  folder?: string | undefined;
  nowMs?: () => number;
}): { close: () => Promise<void> } {
  const timers = new Map<Schedule, NodeJS.Timeout>();
  const store = createJsonFolder(folder, lastSentSchema);
  const lastSent = new Map(store.load().map((one) => [one.id, one]));
  for (const schedule of schedules) {
    const { name, expression, zone } = schedule;
    const last = lastSent.get(name);
    // A schedule that was changed begins anew.
    const isSame = last?.expression === expression && last.zone === zone;
    // EventBridge Scheduler sends the first event of a new rate at once.
    if (!last && expression.startsWith("rate")) send(nowMs(), schedule);
    else if (!isSame) remember(nowMs(), schedule);
    plan(schedule, isSame ? last.atMs : nowMs());
  }

  /** Sends the event of the last time since `fromMs` that has passed, and waits for the next time. */
  function plan(schedule: Schedule, fromMs: number): void {
    const next = readExpression(schedule.expression, schedule.zone);
    let passedAtMs: number | undefined;
    let atMs = next(fromMs);
    while (atMs !== undefined && atMs <= nowMs()) {
      passedAtMs = atMs;
      atMs = next(atMs);
    }
    if (passedAtMs !== undefined) send(passedAtMs, schedule);
    if (atMs !== undefined) waitUntil(atMs, schedule, passedAtMs ?? fromMs);
  }

  function send(atMs: number, schedule: Schedule): void {
    deliver(eventAt(atMs, schedule), functionOfSchedule(schedule));
    remember(atMs, schedule);
  }

  function remember(atMs: number, { name, expression, zone }: Schedule): void {
    store.save({ id: name, expression, zone, atMs });
  }

  function waitUntil(atMs: number, schedule: Schedule, fromMs: number): void {
    const delayMs = Math.max(0, atMs - nowMs());
    // A timer may fire slightly early, and its maximum delay is 24 days. In both cases the plan waits again.
    const timer = setTimeout(
      () => plan(schedule, fromMs),
      Math.min(delayMs, maxTimerMs),
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
