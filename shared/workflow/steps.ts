import {
  type DurableContext,
  type RetryDecision,
  StepSemantics,
} from "@aws/durable-execution-sdk-js";
import type { Step } from "../store/operation.ts";
import type { Log } from "../log.ts";
import { isUncertain, toReasonCode, type ReasonCode } from "../reason-codes.ts";
import { StepFailure, toStepFailure } from "./failure.ts";

/** What a step's body is told about its own past. */
export type Attempt = {
  /** From 1. */
  attempt: number;
  /** An earlier attempt may have taken effect without our knowing: look before doing it again. */
  mayHaveRun: boolean;
};

export type Steps = ReturnType<typeof createSteps>;

export type StepsOptions = {
  context: DurableContext;
  operationId: string;
  /** Shows progress to those who watch; failing to is no failure of the step. */
  recordStep: (operationId: string, name: string, step: Step) => Promise<void>;
  /** Finds the time for another attempt, where the failure is that too much was asked at once. */
  reserveRetry: (failure: StepFailure) => Promise<StepFailure>;
  nowMs: () => number;
  /** Uniform in [0, 1), for the jitter. */
  random: () => number;
  log: Log;
};

const maxAttempts = 10;
/** About a day of trying every five minutes. */
const maxStoreAttempts = 300;
/** A platform that asks for more is asked again all the same: an employee must not wait for days. */
const maxRetryAfterSeconds = 60 * 60;
const firstPauseSeconds = 2;
const maxPauseSeconds = 300;
/** A request whose answer we did not get may still be on its way; we look only when it has had time to arrive. */
const uncertainPauseSeconds = 10;
const interrupted = new StepFailure("interrupted", { retryable: true });

/**
 * The steps of one operation. Each ends in a value or, when its attempts are used up, in a {@link StepFailure}; the
 * engine's history holds values and codes only, so a body must not return personal data.
 *
 * Pauses double from 2 s to 5 min, honour a Retry-After of up to an hour, and are 10 s at least where an outcome is
 * unknown; ten attempts take a quarter of an hour where nobody asks for more.
 */
export function createSteps({
  context,
  operationId,
  recordStep,
  reserveRetry,
  nowMs,
  random,
  log,
}: StepsOptions) {
  const taken: Record<string, Step> = {};

  async function run<T>(
    name: string,
    body: (attempt: Attempt) => Promise<T>,
    semantics: StepSemantics,
    { attempts = maxAttempts, isShown = true } = {},
  ): Promise<T> {
    let tried: number | undefined;
    try {
      const { value, step } = await context.step(
        name,
        async ({ attempt }) => {
          tried = attempt;
          try {
            const value = await body({ attempt, mayHaveRun: attempt > 1 });
            const step: Step = {
              status: "succeeded",
              attempts: attempt,
              atMs: nowMs(),
            };
            // Not waited for: it may be late or lost, and the ending has it again.
            if (isShown)
              recordStep(operationId, name, step).catch(() => undefined);
            return { value, step };
          } catch (error) {
            const failure = toStepFailure(error);
            log.warn("step failed", {
              operationId,
              step: name,
              attempt,
              reason: failure.code,
            });
            throw await reserveRetry(failure);
          }
        },
        {
          semantics,
          retryStrategy: (error, attempt) =>
            retry(error, attempt, attempts, random()),
        },
      );
      taken[name] = step;
      return value;
    } catch (error) {
      taken[name] = { status: "failed", attempts: tried, atMs: nowMs() };
      throw new StepFailure(codeOf(error));
    }
  }

  return {
    /** What was done so far, by step name. */
    taken,

    /** A step whose body may run twice without harm. */
    idempotent: <T>(
      name: string,
      body: (attempt: Attempt) => Promise<T>,
      options: { maxAttempts?: number } = {},
    ) =>
      run(name, body, StepSemantics.AtLeastOncePerRetry, {
        attempts: options.maxAttempts,
      }),

    /**
     * A idempotent step of our own store, without which nothing can go on: given up after a day only, where nothing else
     * is said. Nobody watches it; the ending has it.
     */
    store: <T>(
      name: string,
      body: (attempt: Attempt) => Promise<T>,
      options: { maxAttempts?: number } = {},
    ) =>
      run(name, body, StepSemantics.AtLeastOncePerRetry, {
        attempts: options.maxAttempts ?? maxStoreAttempts,
        isShown: false,
      }),

    /**
     * A step whose body changes the outside world. Its start is stored before it runs, so that after a crash the next
     * attempt has `mayHaveRun`.
     */
    sideEffect: <T>(name: string, body: (attempt: Attempt) => Promise<T>) =>
      run(name, body, StepSemantics.AtMostOncePerRetry),
  };
}

function retry(
  error: Error,
  attempt: number,
  attempts: number,
  jitter: number,
): RetryDecision {
  // What is not a StepFailure is an attempt that was cut off, of which we know nothing.
  const { code, retryable, retryAfterMs } =
    error instanceof StepFailure ? error : interrupted;
  if (!retryable || attempt >= attempts) return { shouldRetry: false };
  const ceiling = Math.min(
    maxPauseSeconds,
    firstPauseSeconds * 2 ** Math.min(attempt - 1, 10),
  );
  const seconds = Math.max(
    ceiling * (0.5 + jitter / 2),
    Math.min(retryAfterMs / 1000, maxRetryAfterSeconds),
    isUncertain(code) ? uncertainPauseSeconds : 0,
  );
  return { shouldRetry: true, delay: { seconds: Math.ceil(seconds) } };
}

/** The engine gives back the message and, for an attempt that was cut off, a name. */
function codeOf(error: unknown): ReasonCode {
  if (!(error instanceof Error)) return "unexpected";
  const cause = error.cause instanceof Error ? error.cause.name : "";
  return cause === "StepInterruptedError"
    ? "interrupted"
    : toReasonCode(error.message);
}
