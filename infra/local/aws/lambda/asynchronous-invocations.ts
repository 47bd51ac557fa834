import { setTimeout as sleep } from "node:timers/promises";
import type { FunctionError, InvocationOutcome } from "./sandbox-messages.ts";

export type UnattendedOptions = {
  /** Never rejects. */
  invoke: (functionName: string, payload: string) => Promise<InvocationOutcome>;
  /** Multiplies the pauses between attempts. @default 1 */
  timeScale?: number | undefined;
  /** Rejects when the signal aborts. */
  sleepMs?: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Gets a line for each attempt that failed, and one when the event is given up. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

/** What the failure destination gets. */
export type UnattendedFailure = {
  functionName: string;
  /** The event as JSON text. */
  payload: string;
  /** Of the last attempt. */
  error: FunctionError;
  attempts: number;
};

/** The pause after each failed attempt but the last. */
const pausesMs = [60_000, 120_000];
const maxFailures = 1000;

/**
 * Runs invocations that nobody waits for, as Lambda does: one that fails is tried twice more, then its event goes to
 * the failure destination.
 */
export function createUnattended({
  invoke,
  timeScale = 1,
  sleepMs = (durationMs, signal) => sleep(durationMs, undefined, { signal }),
  onLog,
}: UnattendedOptions) {
  const failures: UnattendedFailure[] = [];
  const unfinished = new Set<Promise<void>>();
  const closing = new AbortController();

  async function attempt(
    functionName: string,
    payload: string,
    attempts = 1,
  ): Promise<void> {
    const outcome = await invoke(functionName, payload);
    // Closing kills the sandboxes: what they answer then is not the function's fault.
    if (outcome.status === "returned" || closing.signal.aborted) return;
    const { error } = outcome;
    onLog?.(functionName, `${error.errorType}: ${error.errorMessage}`);

    const pauseMs = pausesMs[attempts - 1];
    if (pauseMs === undefined) {
      giveUp({ functionName, payload, error, attempts });
      return;
    }
    try {
      await sleepMs(pauseMs * timeScale, closing.signal);
    } catch {
      return;
    }
    await attempt(functionName, payload, attempts + 1);
  }

  function giveUp(failure: UnattendedFailure): void {
    failures.push(failure);
    if (failures.length > maxFailures) failures.shift();
    onLog?.(
      failure.functionName,
      `The event went to the failure destination after ${failure.attempts} attempts.`,
    );
  }

  return {
    /** Returns at once. */
    run: (functionName: string, payload: string): void => {
      const run = attempt(functionName, payload).finally(() => {
        unfinished.delete(run);
      });
      unfinished.add(run);
    },

    /** What the failure destination got, oldest first; the last thousand. */
    failures: (): UnattendedFailure[] => [...failures],

    /** Whether an invocation runs or is to be tried again. */
    isBusy: (): boolean => unfinished.size > 0,

    /** Resolves when no invocation runs or is to be tried again. */
    async idle(): Promise<void> {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },

    /** Leaves no timer: nothing is tried again. */
    close: (): void => closing.abort(),
  };
}
