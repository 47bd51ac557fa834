import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { createJsonFolder } from "../json-folder.ts";
import type { AwsFaults } from "../aws-service.ts";
import type { DurableExecutionsOptions } from "./durable-executions.ts";
import type { SandboxOptions } from "./sandbox.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";

export type AsynchronousInvocationsOptions = Pick<
  DurableExecutionsOptions,
  "folder" | "timeScale"
> & {
  /** Never rejects. */
  invoke: (functionName: string, payload: string) => Promise<InvocationOutcome>;
  /** Delivers events twice and in any order. @default never */
  awsFaults?:
    Pick<AwsFaults, "duplicateShare" | "maxDelayMs" | "random"> | undefined;
  /** Rejects when the signal aborts. */
  sleepMs?: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Receives a line for each failed attempt, and a line when the event goes to the failure destination. */
  onLog?: SandboxOptions["onLog"];
};

const pendingSchema = z.object({
  id: z.string(),
  functionName: z.string(),
  payload: z.string(),
  /** How many attempts have failed. */
  failed: z.number(),
});
type PendingEvent = z.infer<typeof pendingSchema>;

/** The pauses before the second and the third attempt. */
const pausesMs = [60_000, 120_000];

/**
 * Runs asynchronous invocations as Lambda does: it retries a failed invocation twice, then its event goes to the
 * failure destination. An event that `folder` contains is handled again, because the process ended before the event
 * was handled.
 */
export function createAsynchronousInvocations({
  invoke,
  folder,
  timeScale = 1,
  awsFaults,
  sleepMs = (durationMs, signal) => sleep(durationMs, undefined, { signal }),
  onLog,
}: AsynchronousInvocationsOptions) {
  const store = createJsonFolder(folder, pendingSchema);
  const unfinished = new Set<Promise<void>>();
  const closing = new AbortController();

  async function attempt(event: PendingEvent): Promise<void> {
    if (closing.signal.aborted) return;
    const { functionName, payload } = event;
    const outcome = await invoke(functionName, payload);
    // close() kills the sandboxes, so an error after it does not come from the function.
    if (closing.signal.aborted) return;
    if (outcome.status === "returned") return store.remove(event);
    const { error } = outcome;
    onLog?.(functionName, `${error.errorType}: ${error.errorMessage}`);

    const failed = event.failed + 1;
    const pauseMs = pausesMs[failed - 1];
    if (pauseMs === undefined) {
      onLog?.(
        functionName,
        `The event went to the failure destination after ${failed} attempts.`,
      );
      return store.remove(event);
    }
    const next = { ...event, failed };
    store.save(next);
    await sleepUntilClosing(pauseMs * timeScale);
    await attempt(next);
  }

  /** A pause that close() ends rejects. The attempt after it then does nothing. */
  const sleepUntilClosing = (durationMs: number) =>
    sleepMs(durationMs, closing.signal).catch(() => undefined);

  /** Waits first, because an event of AWS may come late, even after later events. */
  async function attemptLate(event: PendingEvent): Promise<void> {
    if (awsFaults) {
      const { random, maxDelayMs } = awsFaults;
      await sleepUntilClosing(random() * maxDelayMs);
    }
    await attempt(event);
  }

  function start(event: PendingEvent): void {
    const run = attemptLate(event).finally(() => {
      unfinished.delete(run);
    });
    unfinished.add(run);
  }

  for (const event of store.load()) start(event);

  return {
    run: (functionName: string, payload: string): void => {
      const isTwice =
        awsFaults && awsFaults.random() < awsFaults.duplicateShare;
      for (let copies = isTwice ? 2 : 1; copies > 0; copies--) {
        const event = { id: randomUUID(), functionName, payload, failed: 0 };
        store.save(event);
        start(event);
      }
    },

    isBusy: (): boolean => unfinished.size > 0,

    /** Resolves when no invocation is running or waits for a retry. */
    async idle(): Promise<void> {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },

    close: (): void => closing.abort(),
  };
}
