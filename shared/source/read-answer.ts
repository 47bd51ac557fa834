import { parseRetryAfterMs } from "../community/retry-timing.ts";
import { type AnswerHead, PublicRequestError } from "../public-request.ts";
import { SourceError } from "./source-error.ts";

/**
 * The error that the status of an answer means. Undefined for a success. A redirect is not followed, so it counts as a
 * refusal.
 */
export function failureOfAnswer(
  source: string,
  { status, headers }: AnswerHead,
  nowMs: () => number,
): SourceError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const retryAfterMs = parseRetryAfterMs(headers["retry-after"], nowMs());
  const details = { status, retryAfterMs: retryAfterMs ?? 0 };
  if (status === 429) return new SourceError("source-busy", source, details);
  if (status >= 500 || status === 408)
    return new SourceError("source-error", source, details);
  return new SourceError("source-refused", source, { status });
}

/** An error of the request as one of its source. Every other error stays as it is. */
export function toSourceError(source: string, error: unknown): unknown {
  if (!(error instanceof PublicRequestError)) return error;
  switch (error.code) {
    case "unreachable":
    case "connect-timeout":
    case "timeout":
      return new SourceError("source-unreachable", source);
    case "not-https":
    case "address-not-allowed":
      return new SourceError("source-misconfigured", source);
    case "content-encoding":
    case "too-large":
      return new SourceError("source-unreadable", source, { retryable: false });
  }
}
