import { setTimeout as sleep } from "node:timers/promises";
import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { RateLimiter } from "../store/rate-limiter.ts";
import { StepFailure } from "./failure.ts";
import { settle } from "./settle.ts";
import type { Steps } from "./steps.ts";

export type RateLimitOptions = {
  store: { rateLimiter: RateLimiter };
  /** How many calls a second all workflows together may make to the platform. Undefined: no limit. */
  callsPerSecond: number | undefined;
  nowMs: () => number;
  /** Waits for less than a second. @default a timer */
  sleepMs?: (durationMs: number) => Promise<unknown>;
};

/** A retry first reads whether the earlier attempt took effect. */
const callsOfRetry = 2;
/** When our own store fails, the workflow goes on without a reservation. The platform's 429 still limits the rate. */
const maxAttempts = 3;

/**
 * Waits until the rate limit allows this operation's calls. For whole seconds the execution sleeps in the engine and
 * costs nothing. For the rest this function waits, so that operations begin evenly and not all at once.
 *
 * @param countCalls - about how many calls the operation makes when every call succeeds
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
        // Computed within the step, because a replay must come to the same wait.
        const seconds = Math.floor((beginAtMs - nowMs()) / 1_000);
        return { beginAtMs, seconds };
      },
      { maxAttempts },
    ),
  );
  if (!reserved.ok) return;
  const { beginAtMs, seconds } = reserved.value;
  if (seconds > 0) await context.wait("wait for the platform", { seconds });
  // At most a second, because the clocks of two sandboxes may disagree.
  const restMs = Math.min(beginAtMs - nowMs(), 1_000);
  if (restMs > 0) await sleepMs(restMs);
}

/**
 * Delays the retry of a call that the platform refused with 429 until after all reserved calls. An earlier retry would
 * take the time of another operation, whose call would be refused then. Every other failure stays as it is, and so
 * does a failure whose calls cannot be reserved.
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
