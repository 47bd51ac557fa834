import { localArn } from "../arn.ts";
import {
  createEventBridgeEvent,
  type EventBridgeEvent,
} from "./event-bridge-event.ts";
import type { InvocationOutcome } from "../lambda/sandbox-messages.ts";

export type ScheduleLoopOptions = {
  functionName: string;
  everyMs: number;
  invoke: (
    functionName: string,
    event: EventBridgeEvent,
  ) => Promise<InvocationOutcome>;
  nowMs?: () => number;
  /** Gets why a run by the clock failed. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

export type ScheduleLoop = {
  /**
   * Runs the function now, or right after the run that is going on, which may have looked too early.
   *
   * @throws Error naming the function's own error when the run fails
   */
  run: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Runs a function as a scheduled rule of EventBridge does, by its own timer or on demand. No two runs overlap: a beat
 * that comes while the function runs is skipped. The timer keeps no process alive.
 */
export function startScheduleLoop({
  functionName,
  everyMs,
  invoke,
  nowMs = Date.now,
  onLog,
}: ScheduleLoopOptions): ScheduleLoop {
  let isClosed = false;
  let runs = 0;
  let last = Promise.resolve();

  function run(): Promise<void> {
    runs += 1;
    last = last.then(runOnce, runOnce).finally(() => {
      runs -= 1;
    });
    return last;
  }

  async function runOnce(): Promise<void> {
    if (isClosed) return;
    const outcome = await invoke(functionName, scheduledEvent(nowMs()));
    // Closing kills the sandboxes: what they answer then is not the function's fault.
    if (outcome.status === "returned" || isClosed) return;
    const { errorType, errorMessage } = outcome.error;
    throw new Error(`${functionName} failed. ${errorType}: ${errorMessage}`);
  }

  const timer = setInterval(() => {
    if (runs > 0) return;
    run().catch((error: unknown) => onLog?.(functionName, String(error)));
  }, everyMs).unref();

  return {
    run,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
    },
  };

  function scheduledEvent(timeMs: number): EventBridgeEvent {
    return createEventBridgeEvent({
      source: "aws.events",
      detailType: "Scheduled Event",
      timeMs,
      resources: [localArn("events", `rule/${functionName}`)],
    });
  }
}
