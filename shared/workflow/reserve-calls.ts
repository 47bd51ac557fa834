import { setTimeout as sleep } from "node:timers/promises";
import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type {
  CallClass,
  RateLimiter,
  Reservation,
} from "../store/rate-limiter.ts";
import { stepOfRound } from "../store/step-names.ts";
import { StepFailure } from "../step-failure.ts";
import { settle } from "./settle.ts";
import type { Steps } from "./steps.ts";

export type RateLimitOptions = {
  store: { rateLimiter: RateLimiter };
  /** How many calls a second all workflows together may make. Undefined: no limit. */
  callsPerSecond: number | undefined;
  nowMs: () => number;
  /** What the calls go to, in the name of a wait. @default the platform */
  callee?: string;
  /** Waits for less than a second. @default a timer */
  sleepMs?: (durationMs: number) => Promise<unknown>;
};

/** A retry first reads whether the earlier attempt took effect. */
const callsOfRetry = 2;
/** When our own store fails, the workflow goes on without a reservation. The platform's 429 still limits the rate. */
const maxAttempts = 3;

/**
 * Waits until the rate limit allows this operation's calls. For whole seconds the execution sleeps in the engine and
 * costs nothing. Then it looks whether calls that go first have come meanwhile. For the rest this function waits, so
 * that operations begin evenly and not all at once.
 *
 * @param countCalls - about how many calls the operation makes when every call succeeds
 */
export async function waitForReservation(
  {
    store,
    callsPerSecond,
    nowMs,
    callee = "the platform",
    sleepMs = sleep,
  }: RateLimitOptions,
  { context, steps }: { context: DurableContext; steps: Steps },
  callClass: CallClass,
  countCalls: () => Promise<number>,
): Promise<void> {
  if (callsPerSecond === undefined) return;
  const { rateLimiter } = store;
  let earlier: { reservation: Reservation; waitedUntilMs: number } | undefined;
  for (let round = 1; ; round++) {
    const known = earlier;
    const reserved = await settle(
      steps.store(
        stepOfRound("reserve calls", round),
        async () => {
          const reservation =
            known?.reservation ??
            (await rateLimiter.reserve(
              await countCalls(),
              callsPerSecond,
              callClass,
            ));
          const beginAtMs = known
            ? await rateLimiter.beginAtMsOf(reservation)
            : reservation.beginAtMs;
          // The engine has waited until then, whatever this clock says.
          const fromMs = Math.max(nowMs(), known?.waitedUntilMs ?? 0);
          // Computed within the step, because a replay must come to the same wait.
          const seconds = Math.floor((beginAtMs - fromMs) / 1_000);
          const waitedUntilMs = fromMs + seconds * 1_000;
          return { reservation, beginAtMs, seconds, waitedUntilMs };
        },
        { maxAttempts },
      ),
    );
    if (!reserved.ok) return;
    const { reservation, beginAtMs, seconds, waitedUntilMs } = reserved.value;
    if (seconds > 0)
      await context.wait(
        `wait for ${callee}${round === 1 ? "" : ` ${round}`}`,
        { seconds },
      );
    // Only other calls that go first can move the begin.
    if (seconds > 0 && reservation.ahead !== undefined) {
      earlier = { reservation, waitedUntilMs };
      continue;
    }
    // At most a second, because the clocks of two sandboxes may disagree.
    const restMs = Math.min(beginAtMs - nowMs(), 1_000);
    if (restMs > 0) await sleepMs(restMs);
    return;
  }
}

/**
 * Delays the retry of a call that the platform, or a source, refused with 429 until after all reserved calls, or until
 * the share of its class is free. An earlier retry would take the time of another operation, whose call would be refused
 * then. Every other failure stays as it is, and so does a failure whose calls cannot be reserved.
 */
export async function reserveRetry(
  { store, callsPerSecond, nowMs }: RateLimitOptions,
  callClass: CallClass,
  failure: StepFailure,
): Promise<StepFailure> {
  const { code, retryable } = failure;
  const isRefused = code === "platform-busy" || code === "source-busy";
  if (callsPerSecond === undefined || !isRefused) return failure;
  const reserved = await settle(
    store.rateLimiter.reserve(callsOfRetry, callsPerSecond, callClass),
  );
  if (!reserved.ok) return failure;
  const { beginAtMs } = reserved.value;
  const retryAfterMs = Math.max(failure.retryAfterMs, beginAtMs - nowMs());
  return new StepFailure(code, { retryable, retryAfterMs });
}
