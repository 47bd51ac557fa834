import { ApiError } from "../community/errors.ts";
import { TokenError } from "../token/token-error.ts";

/**
 * Why a step failed, as a code. It is all that the engine's history may hold of an error: messages of others can quote
 * names, addresses and tokens. `name` and `message` survive the history; the rest is for the retry strategy.
 */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  /** Whether another attempt may do better. */
  readonly retryable: boolean;
  readonly retryAfterMs: number;

  constructor(code: string, { retryable = false, retryAfterMs = 0 } = {}) {
    super(code);
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Codes of failures after which something may have happened on the platform that we do not know. */
const uncertain = new Set([
  "outcome-unknown",
  "answer-unreadable",
  "interrupted",
  "person-not-listed",
  "person-not-recorded",
  "claim-lost",
  "person-missing",
  "person-belongs-to-another",
  "deletion-unfinished",
]);

/** Whether a person must look, because the platform may hold what the operation does not know. */
export function isUncertain(code: string): boolean {
  return uncertain.has(code);
}

/** Reduces any error to its code. Whatever is not known to be final is worth another, bounded, attempt. */
export function toStepFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  if (error instanceof ApiError) return ofStatus(error);
  const name = error instanceof Error ? error.name : "";
  const code = isRefusedLogin(error)
    ? "login-refused"
    : (codes[name] ?? "unexpected");
  return new StepFailure(code, {
    retryable: isRetryable(error),
    retryAfterMs: askedToWaitMs(error),
  });
}

function isRefusedLogin(error: unknown): boolean {
  return error instanceof TokenError && error.code === "refused";
}

/** A login that failed, or an outcome that is unknown, can be due to an answer that asked for a pause. */
function askedToWaitMs(error: unknown): number {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
}

function ofStatus({ status, retryAfterMs = 0 }: ApiError): StepFailure {
  if (status === 429)
    return new StepFailure("platform-busy", { retryable: true, retryAfterMs });
  if (status >= 500 && status !== 501)
    return new StepFailure(`platform-error-${status}`, {
      retryable: true,
      retryAfterMs,
    });
  return new StepFailure(`platform-refused-${status}`);
}

const codes: Record<string, string> = {
  UnreachableError: "platform-unreachable",
  UnknownOutcomeError: "outcome-unknown",
  ApiShapeError: "answer-unreadable",
  NotAllowedError: "not-allowed",
  ForeignOriginError: "foreign-origin",
  TokenError: "login-failed",
  LoginRefusedError: "login-refused",
};

/** An error that knows says so in `retryable`; a rule of ours that was broken stays broken. */
function isRetryable(error: unknown): boolean {
  if (typeof error === "object" && error !== null && "retryable" in error)
    return error.retryable === true;
  return !(
    error instanceof Error &&
    ["NotAllowedError", "ForeignOriginError"].includes(error.name)
  );
}
