import { errorCodeOf } from "../../shared/error-name.ts";
import {
  ApiError,
  ApiShapeError,
  ForeignOriginError,
  LoginRefusedError,
  NotAllowedError,
  UnknownOutcomeError,
  UnreachableError,
} from "../../shared/community/errors.ts";
import { findConfigurationError } from "../../shared/configuration-error.ts";

/** The platform has returned another person than the throw-away person of the run. That person must not be changed. */
export class OtherPersonError extends Error {
  override readonly name = "OtherPersonError";
}

/** Says in our own words why a check failed, without a message of a library or of the platform. */
export function describeFailure(error: unknown): string {
  const configuration = findConfigurationError(error);
  if (configuration) return configuration.message;
  if (error instanceof OtherPersonError)
    return "the platform returned another person than the throw-away person of this run, who is left alone";
  if (error instanceof LoginRefusedError)
    return `the login was answered ${error.status}`;
  if (error instanceof ApiError)
    return `${error.method} ${error.path} was answered ${error.status}`;
  if (error instanceof UnreachableError)
    return `${error.method} ${error.path} got no complete response${causeOf(error)}`;
  if (error instanceof UnknownOutcomeError)
    return `${error.method} ${error.path} was sent, and its outcome is unknown${causeOf(error)}`;
  if (error instanceof ApiShapeError)
    return `the answer to ${error.method} ${error.path} does not have the documented shape`;
  if (error instanceof ForeignOriginError)
    return `a link of the platform leads to another host than baseUrl (${error.method} ${error.path})`;
  if (error instanceof NotAllowedError)
    return `${error.method} ${error.path} was not sent: the platform does not offer it to this account, or hides a field that it needs`;
  return `it failed with ${errorCodeOf(error) ?? nameOf(error)}`;
}

/** Whether a check failed because the platform does not work now. This says nothing about our side. */
export function isPlatformDown(error: unknown): boolean {
  // 501 is the answer of a working platform that does not offer a call.
  if (error instanceof ApiError)
    return (
      error.status === 429 || (error.status >= 500 && error.status !== 501)
    );
  // An ApiError as the cause is an answer that a working platform never gives, so `baseUrl` may be wrong.
  if (error instanceof UnreachableError)
    return !(error.cause instanceof ApiError);
  return error instanceof UnknownOutcomeError;
}

/** The code of a failed connection, such as ECONNREFUSED, or the status that hides the outcome. */
function causeOf(error: Error): string {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApiError) return ` (${cause.status})`;
    const code = errorCodeOf(cause);
    if (code !== undefined) return ` (${code})`;
    if (cause.name === "TimeoutError") return " (no answer in time)";
  }
  return "";
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "an unknown error";
}
