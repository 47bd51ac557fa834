import { setTimeout as sleep } from "node:timers/promises";
import type { FunctionError, InvocationOutcome } from "./sandbox-messages.ts";

export type AsynchronousInvocationsOptions = {
  /** Never rejects. */
  invoke: (functionName: string, payload: string) => Promise<InvocationOutcome>;
  /** Multiplies the pauses between attempts. @default 1 */
  timeScale?: number | undefined;
  /** Rejects when the signal aborts. */
  sleepMs?: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Receives a line for each failed attempt, and a line when the event goes to the failure destination. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

/** A record of the failure destination. */
export type FailureRecord = {
  functionName: string;
  /** The event as JSON text. */
  payload: string;
  /** The error of the last attempt. */
  error: FunctionError;
  attempts: number;
};

/** The pauses before the second and the third attempt. */
const pausesMs = [60_000, 120_000];
const maxFailureRecords = 1000;

/**
 * Runs asynchronous invocations as Lambda does: it retries a failed invocation twice, then its event goes to the
 * failure destination.
 *
 * It is kinder than AWS in three ways: an event is never duplicated; events start immediately and in order; and
 * throttling never delays an event. Events are in memory, so the end of the process loses them.
 */
export function createAsynchronousInvocations({
  invoke,
  timeScale = 1,
  sleepMs = (durationMs, signal) => sleep(durationMs, undefined, { signal }),
  onLog,
}: AsynchronousInvocationsOptions) {
  const failures: FailureRecord[] = [];
  const unfinished = new Set<Promise<void>>();
  const closing = new AbortController();

  async function attempt(
    functionName: string,
    payload: string,
    attempts = 1,
  ): Promise<void> {
    const outcome = await invoke(functionName, payload);
    // close() kills the sandboxes, so an error after it does not come from the function.
    if (outcome.status === "returned" || closing.signal.aborted) return;
    const { error } = outcome;
    onLog?.(functionName, `${error.errorType}: ${error.errorMessage}`);

    const pauseMs = pausesMs[attempts - 1];
    if (pauseMs === undefined) {
      recordFailure({ functionName, payload, error, attempts });
      return;
    }
    try {
      await sleepMs(pauseMs * timeScale, closing.signal);
    } catch {
      return;
    }
    await attempt(functionName, payload, attempts + 1);
  }

  function recordFailure(failure: FailureRecord): void {
    failures.push(failure);
    if (failures.length > maxFailureRecords) failures.shift();
    onLog?.(
      failure.functionName,
      `The event went to the failure destination after ${failure.attempts} attempts.`,
    );
  }

  return {
    /** Starts an invocation and returns immediately. */
    run: (functionName: string, payload: string): void => {
      const run = attempt(functionName, payload).finally(() => {
        unfinished.delete(run);
      });
      unfinished.add(run);
    },

    /** The last thousand records of the failure destination, oldest first. */
    failures: (): FailureRecord[] => [...failures],

    /** Whether an invocation is running or waits for a retry. */
    isBusy: (): boolean => unfinished.size > 0,

    /** Resolves when no invocation is running or waits for a retry. */
    async idle(): Promise<void> {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },

    /** Cancels all timers and retries. */
    close: (): void => closing.abort(),
  };
}
