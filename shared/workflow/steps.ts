import {
  type DurableContext,
  type RetryDecision,
  StepSemantics,
} from "@aws/durable-execution-sdk-js";
import type { Step } from "../store/operation.ts";
import type { NumberedStepName, StepName } from "../store/step-names.ts";
import type { Log } from "../log.ts";
import { findConfigurationError } from "../configuration-error.ts";
import { isUncertain, type ReasonCode, toReasonCode } from "../reason-codes.ts";
import { toStepFailure } from "./failure.ts";
import { StepFailure } from "../step-failure.ts";

/** What the body of a step knows about earlier attempts. */
export type Attempt = {
  /** From 1. */
  attempt: number;
  /** An earlier attempt may have taken effect without an answer, so the body must look before it repeats the effect. */
  mayHaveRun: boolean;
};

export type Steps = ReturnType<typeof createSteps>;

/** Resolves to the failure that the step throws: `failure`, one with a longer pause, or one that is not retryable. */
export type PrepareRetry = (
  failure: StepFailure,
  attempt: number,
) => Promise<StepFailure>;

export type StepsOptions = {
  context: DurableContext;
  operationId: string;
  /** Shows progress to readers of the operation. The step succeeds also when this fails. @default nothing */
  recordStep?: (name: string, step: Step) => Promise<void>;
  /** Shows why an attempt failed, until a step succeeds. If this fails, the next attempt follows. @default nothing */
  recordFailure?: (reason: ReasonCode) => Promise<void>;
  /** Ends the attempts if another one has no chance. Else it may reserve calls for that attempt. @default nothing */
  prepareRetry?: PrepareRetry;
  nowMs: () => number;
  /** Uniform in [0, 1), for the jitter. */
  random: () => number;
  log: Log;
};

type StepOptions = {
  maxAttempts?: number;
  /** @default the one of all steps */
  prepareRetry?: PrepareRetry;
};

type StepsByName = Partial<Record<StepName, Step>> &
  Record<Exclude<NumberedStepName, StepName>, Step>;

const maxAttempts = 10;
/** The reason `interrupted` says less than an earlier one. So this many more attempts follow one that was cut off. */
const maxCutOff = 3;
/** About a day of trying every five minutes. */
const maxStoreAttempts = 300;
/**
 * A platform that asks for a longer pause is called again after this one, because an employee must not wait for days.
 */
const maxRetryAfterSeconds = 60 * 60;
const firstPauseSeconds = 2;
const maxPauseSeconds = 300;
/** A request without an answer may still be on its way, so the next attempt waits until it has had time to arrive. */
const uncertainPauseSeconds = 10;
/** Without these steps an operation can neither begin, nor wait, nor end, so nothing ends their attempts early. */
const frameSteps: ReadonlySet<string> = new Set<StepName>([
  "start",
  "choose pause",
  "record",
]);
const interrupted = new StepFailure("interrupted", { retryable: true });

/**
 * The steps of one operation. A step resolves to a value, or throws a {@link StepFailure} when its attempts are used
 * up. The engine's history contains these values and codes, so a body must not return personal data.
 *
 * Pauses double from 2 s to 5 min, honour a Retry-After of up to an hour, and last at least 10 s when the outcome is
 * unknown. Ten attempts take up to a quarter of an hour when the platform does not ask for longer pauses.
 */
export function createSteps({
  context,
  operationId,
  recordStep = async () => undefined,
  recordFailure = async () => undefined,
  prepareRetry = async (failure) => failure,
  nowMs,
  random,
  log,
}: StepsOptions) {
  const taken: StepsByName = {};
  let askedPauseMs = 0;

  async function run<T>(
    name: NumberedStepName,
    body: (attempt: Attempt) => Promise<T>,
    semantics: StepSemantics,
    {
      maxAttempts: attempts = maxAttempts,
      isShown = true,
      prepareRetry: prepare = prepareRetry,
    }: StepOptions & { isShown?: boolean } = {},
  ): Promise<T> {
    let tried: number | undefined;
    const isOfFrame = frameSteps.has(name);
    try {
      const succeeded = await context.step(
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
            // Intentionally not awaited: it may be late or lost, because the write of the outcome has this step, too.
            if (isShown) recordStep(name, step).catch(() => undefined);
            return { value, step };
          } catch (error) {
            const failure = toStepFailure(error);
            log.warn("step failed", {
              operationId,
              step: name,
              attempt,
              reason: failure.code,
            });
            const wrong = findConfigurationError(error);
            const isDenied = failure.code === "store-denied";
            if (wrong || isDenied)
              log.error("configuration wrong", {
                operationId,
                step: name,
                reason: failure.code,
                issues: wrong ? [wrong.message] : [],
              });
            askedPauseMs = failure.retryAfterMs;
            // A denied store is shown for each step, because an operator can repair it. Awaited, because the sandbox
            // may sleep until the next attempt.
            if (isShown || isDenied)
              await recordFailure(failure.code).catch(() => undefined);
            throw isOfFrame ? failure : await prepare(failure, attempt);
          }
        },
        {
          semantics,
          retryStrategy: (error, attempt) =>
            decideRetry(error, attempt, attempts, random()),
        },
      );
      taken[name] = succeeded.step;
      return succeeded.value;
    } catch (error) {
      taken[name] = { status: "failed", attempts: tried, atMs: nowMs() };
      throw new StepFailure(codeOf(error));
    }
  }

  return {
    /** The steps that ended so far, by name. */
    taken,

    /** The pause that the platform asked for at the last failure, if this sandbox saw it. */
    askedPauseMs: () => askedPauseMs,

    /** A step whose body may run twice without harm. */
    idempotent: <T>(
      name: NumberedStepName,
      body: (attempt: Attempt) => Promise<T>,
      options: StepOptions = {},
    ) => run(name, body, StepSemantics.AtLeastOncePerRetry, options),

    /**
     * An idempotent step on our own store. The operation cannot go on without it, so by default it is tried for a day.
     * Its progress is not shown.
     */
    store: <T>(
      name: NumberedStepName,
      body: (attempt: Attempt) => Promise<T>,
      {
        maxAttempts: attempts = maxStoreAttempts,
      }: { maxAttempts?: number } = {},
    ) =>
      run(name, body, StepSemantics.AtLeastOncePerRetry, {
        maxAttempts: attempts,
        isShown: false,
      }),

    /**
     * A step whose body changes the outside world. The engine stores its start before the body runs, so that the
     * attempt after a crash has `mayHaveRun`.
     *
     * @param options.mayHaveRun - also the first attempt has it, because an earlier operation may have done the step
     */
    sideEffect: <T>(
      name: NumberedStepName,
      body: (attempt: Attempt) => Promise<T>,
      { mayHaveRun = false } = {},
    ) =>
      run(
        name,
        (attempt) =>
          body({ ...attempt, mayHaveRun: attempt.mayHaveRun || mayHaveRun }),
        StepSemantics.AtMostOncePerRetry,
      ),
  };
}

function decideRetry(
  error: Error,
  attempt: number,
  attempts: number,
  jitter: number,
): RetryDecision {
  // Any other error means that the attempt was cut off, so its effect is unknown.
  const isCutOff = !(error instanceof StepFailure);
  const { code, retryable, retryAfterMs } = isCutOff ? interrupted : error;
  const last = isCutOff ? attempts + maxCutOff : attempts;
  if (!retryable || attempt >= last) return { shouldRetry: false };
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

/** The engine returns the message of an error and, for an attempt that was cut off, the name of its cause. */
function codeOf(error: unknown): ReasonCode {
  if (!(error instanceof Error)) return "unexpected";
  const cause = error.cause instanceof Error ? error.cause.name : "";
  return cause === "StepInterruptedError"
    ? "interrupted"
    : toReasonCode(error.message);
}
