import {
  ApiError,
  ApiShapeError,
  ForeignOriginError,
  LoginRefusedError,
  NotAllowedError,
  UnknownOutcomeError,
  UnreachableError,
} from "../community/errors.ts";
import { findConfigurationError } from "../configuration-error.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { StepFailure } from "../step-failure.ts";
import { TokenError } from "../token/token-error.ts";

/** Reduces any error to its reason code. An error of a kind that is not listed here is worth another attempt. */
export function toStepFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  if (error instanceof ApiError) return failureOfStatus(error);
  const wrong = findConfigurationError(error);
  if (wrong) return new StepFailure(wrong.code, { retryable: true });
  return new StepFailure(codeOf(error), {
    retryable: isRetryable(error),
    retryAfterMs: retryAfterMsOf(error),
  });
}

function codeOf(error: unknown): ReasonCode {
  if (error instanceof TokenError && error.code === "refused")
    return "login-refused";
  // Of the services of AWS, a workflow calls only DynamoDB, and Lambda to start another workflow. Errors of Secrets
  // Manager are configuration errors.
  if (error instanceof Error && "$metadata" in error)
    return error.name === "AccessDeniedException"
      ? "store-denied"
      : "store-unavailable";
  const known = codesOfErrors.find(([kind]) => error instanceof kind);
  return known?.[1] ?? "unexpected";
}

const codesOfErrors: readonly [
  kind: abstract new (...options: never[]) => Error,
  code: ReasonCode,
][] = [
  [UnreachableError, "platform-unreachable"],
  [UnknownOutcomeError, "outcome-unknown"],
  [ApiShapeError, "answer-unreadable"],
  [NotAllowedError, "not-allowed"],
  [ForeignOriginError, "foreign-origin"],
  [TokenError, "login-failed"],
  [LoginRefusedError, "login-refused"],
];

/** A failed login and an unknown outcome can both have an answer as their cause that asked for a pause. */
function retryAfterMsOf(error: unknown): number {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
}

function failureOfStatus({ status, retryAfterMs = 0 }: ApiError): StepFailure {
  if (status === 429)
    return new StepFailure("platform-busy", { retryable: true, retryAfterMs });
  if (status >= 500 && status !== 501)
    return new StepFailure(`platform-error-${status}`, {
      retryable: true,
      retryAfterMs,
    });
  return new StepFailure(`platform-refused-${status}`);
}

/** Our own errors say in `retryable` whether another attempt helps. */
function isRetryable(error: unknown): boolean {
  if (typeof error === "object" && error !== null && "retryable" in error)
    return error.retryable === true;
  return true;
}
