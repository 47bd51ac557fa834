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
  /** What the wait is for: its name is "wait for ...". @default the platform */
  waitsFor?: string;
  /** Waits for less than a second. @default a timer */
  sleepMs?: (durationMs: number) => Promise<unknown>;
};

/** A retry reads first whether the earlier attempt took effect, and then calls again. */
const callsOfRetry = 2;
/** When our own store fails, the workflow goes on without a reservation. The platform's 429 still limits the rate. */
const maxAttempts = 3;

/** Reserved calls, when they may begin, and how long the engine waits until then. */
export type Reserved = {
  reservation: Reservation;
  beginAtMs: number;
  /** Computed within a step, because a replay must come to the same wait. */
  seconds: number;
  waitedUntilMs: number;
};

/**
 * Reserves the calls of an operation. Only in the body of a step. Resolves to undefined without a limit.
 *
 * @param earlier - the reservation for which the execution has waited. It is not made again: only its begin is read
 *   anew
 */
export async function reserveCalls(
  { store: { rateLimiter }, callsPerSecond, nowMs }: RateLimitOptions,
  callClass: CallClass,
  countCalls: () => Promise<number>,
  earlier?: Reserved,
): Promise<Reserved | undefined> {
  if (callsPerSecond === undefined) return undefined;
  const reservation =
    earlier?.reservation ??
    (await rateLimiter.reserve(await countCalls(), callsPerSecond, callClass));
  const beginAtMs = earlier
    ? await rateLimiter.beginAtMsOf(reservation)
    : reservation.beginAtMs;
  // The engine has waited until then, whatever this clock says.
  const fromMs = Math.max(nowMs(), earlier?.waitedUntilMs ?? 0);
  const seconds = Math.max(0, Math.floor((beginAtMs - fromMs) / 1_000));
  const waitedUntilMs = fromMs + seconds * 1_000;
  return { reservation, beginAtMs, seconds, waitedUntilMs };
}

/** Reserves the repetition of a call that was counted once, so that later reservations begin after it. */
export async function countRepeat({
  store: { rateLimiter },
  callsPerSecond,
}: Pick<RateLimitOptions, "store" | "callsPerSecond">): Promise<void> {
  if (callsPerSecond !== undefined)
    await rateLimiter.reserve(1, callsPerSecond, "other");
}

/**
 * Waits until the rate limit allows this operation's calls. For whole seconds the execution sleeps in the engine and
 * costs nothing. Then it looks whether calls that go first have come meanwhile. For the rest this function waits, so
 * that operations begin evenly and not all at once.
 *
 * @param countCalls - about how many calls the operation makes when every call succeeds
 * @param reservedBefore - an earlier step has reserved them
 */
export async function waitForReservation(
  run: RateLimitOptions & { context: DurableContext; steps: Steps },
  callClass: CallClass,
  countCalls: () => Promise<number>,
  reservedBefore?: Reserved,
): Promise<void> {
  const { context, steps, callsPerSecond, nowMs, sleepMs = sleep } = run;
  const { waitsFor = "the platform" } = run;
  if (callsPerSecond === undefined) return;
  let earlier: Reserved | undefined;
  for (let round = 1; ; round++) {
    const settled = await settle(
      round === 1 && reservedBefore
        ? Promise.resolve(reservedBefore)
        : steps.store(
            stepOfRound("reserve calls", round),
            () => reserveCalls(run, callClass, countCalls, earlier),
            { maxAttempts },
          ),
    );
    const reserved = settled.ok ? settled.value : undefined;
    if (reserved === undefined) return;
    const { reservation, beginAtMs, seconds } = reserved;
    if (seconds > 0)
      await context.wait(
        `wait for ${waitsFor}${round === 1 ? "" : ` ${round}`}`,
        { seconds },
      );
    // Only other calls that go first can move the begin.
    if (seconds > 0 && reservation.ahead !== undefined) {
      earlier = reserved;
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
 * the share of its class is free. An earlier retry would take the time of another operation, whose call would be
 * refused then. Every other failure stays as it is, and so does a failure whose calls cannot be reserved.
 *
 * @param countCalls - the calls of a step that makes all of them again, whatever its failure was
 */
export async function reserveRetry(
  { store, callsPerSecond, nowMs }: RateLimitOptions,
  callClass: CallClass,
  failure: StepFailure,
  countCalls?: () => Promise<number>,
): Promise<StepFailure> {
  const { code, retryable } = failure;
  const isRefused = code === "platform-busy" || code === "source-busy";
  const mustReserve = retryable && (countCalls !== undefined || isRefused);
  if (callsPerSecond === undefined || !mustReserve) return failure;
  const calls = countCalls?.() ?? Promise.resolve(callsOfRetry);
  const reserved = await settle(
    calls.then((count) =>
      store.rateLimiter.reserve(count, callsPerSecond, callClass),
    ),
  );
  if (!reserved.ok) return failure;
  const { beginAtMs } = reserved.value;
  const retryAfterMs = Math.max(failure.retryAfterMs, beginAtMs - nowMs());
  return new StepFailure(code, { retryable, retryAfterMs });
}
