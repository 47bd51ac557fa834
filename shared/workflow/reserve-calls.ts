import { setTimeout as sleep } from "node:timers/promises";
import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { RateLimiter } from "../store/rate-limiter.ts";
import { StepFailure } from "./failure.ts";
import { settle } from "./settle.ts";
import type { Steps } from "./steps.ts";

export type RateLimitOptions = {
  store: { rateLimiter: RateLimiter };
  /** How many calls a second all workflows together may make to the platform; undefined where nobody counts. */
  callsPerSecond: number | undefined;
  nowMs: () => number;
  /** For less than a second. @default a timer */
  sleepMs?: (durationMs: number) => Promise<unknown>;
};

/** What is tried again looks first whether it took effect after all. */
const callsOfRetry = 2;
/** Our own store may be in trouble; then the platform's 429 is there all the same. */
const maxAttempts = 3;

/**
 * Waits until the platform has time for this operation's calls. Whole seconds are the engine's, in which the execution
 * sleeps and costs nothing; the rest is waited for here, so that operations begin evenly and not in crowds.
 *
 * @param countCalls - about how many calls the operation makes when all goes well
 */
export async function waitForReservation(
  { store, callsPerSecond, nowMs, sleepMs = sleep }: RateLimitOptions,
  { context, steps }: { context: DurableContext; steps: Steps },
  countCalls: () => Promise<number>,
): Promise<void> {
  if (callsPerSecond === undefined) return;
  const reserved = await settle(
    steps.store(
      "reserve calls",
      async () => {
        const calls = await countCalls();
        const beginAtMs = await store.rateLimiter.reserve(
          calls,
          callsPerSecond,
        );
        // Part of the step: a replay must come to the same wait.
        const seconds = Math.floor((beginAtMs - nowMs()) / 1_000);
        return { beginAtMs, seconds };
      },
      { maxAttempts },
    ),
  );
  if (!reserved.ok) return;
  const { beginAtMs, seconds } = reserved.value;
  if (seconds > 0) await context.wait("wait for the platform", { seconds });
  // Never longer, should the clocks of two sandboxes disagree.
  const restMs = Math.min(beginAtMs - nowMs(), 1_000);
  if (restMs > 0) await sleepMs(restMs);
}

/**
 * Sends a call that was refused because there were too many behind all those that are reserved: sooner it would take the
 * time of another, which would be refused in its turn. Every other failure, and one whose calls cannot be reserved, stays
 * as it is.
 */
export async function reserveRetry(
  { store, callsPerSecond, nowMs }: RateLimitOptions,
  failure: StepFailure,
): Promise<StepFailure> {
  const { code, retryable } = failure;
  if (callsPerSecond === undefined || code !== "platform-busy") return failure;
  const reserved = await settle(
    store.rateLimiter.reserve(callsOfRetry, callsPerSecond),
  );
  if (!reserved.ok) return failure;
  const retryAfterMs = Math.max(failure.retryAfterMs, reserved.value - nowMs());
  return new StepFailure(code, { retryable, retryAfterMs });
}
