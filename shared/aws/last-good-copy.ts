import { errorNameOf } from "../error-name.ts";
import type { Log } from "../log.ts";
import { dayMs } from "../durations.ts";

type Options<T> = {
  read: () => Promise<T>;
  nowMs: () => number;
  log: Log;
};

/** The last good copy of a secret is used for at most this time after it was read. */
const maxCopyAgeMs = dayMs;

/**
 * Wraps the reader of a secret. During an outage of Secrets Manager it resolves to the value that was read last, and
 * logs that.
 *
 * Only an outage counts: an internal error, throttling, or no answer at all. Every other failure is an answer about the
 * secret: access is denied, or the secret or its key is deleted or disabled. An operator stops all callers in this way,
 * so such an answer is thrown, and the copy is forgotten.
 *
 * @throws the error of `read`, if it is no outage, if there is no copy, or if the copy is older than a day
 */
export function createLastGoodCopy<T>({
  read,
  nowMs,
  log,
}: Options<T>): () => Promise<T> {
  let copy: { value: T; atMs: number } | undefined;

  return async () => {
    const atMs = nowMs();
    try {
      const value = await read();
      copy = { value, atMs };
      return value;
    } catch (error) {
      if (!isOutage(error)) copy = undefined;
      if (!copy || nowMs() - copy.atMs >= maxCopyAgeMs) throw error;
      // A missing version is remembered too, and needs no log line.
      if (copy.value !== undefined)
        log.error("secret kept", {
          error: errorNameOf(error),
        });
      return copy.value;
    }
  };
}

/** Errors of a service that has no time for the request, and the internal error that Secrets Manager documents. */
const outageNames = new Set([
  "InternalFailure",
  "InternalServiceError",
  "RequestLimitExceeded",
  "RequestTimeout",
  "RequestTimeoutException",
  "ServiceUnavailable",
  "Throttling",
  "ThrottlingException",
  "TimeoutError",
  "TooManyRequestsException",
]);
/** The codes of Node for a connection that failed. */
const networkCodes = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** The fields of an error of the SDK that say what happened. */
type SdkError = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
};

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata }: SdkError = error;
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    status >= 500 ||
    status === 429 ||
    outageNames.has(name) ||
    (typeof code === "string" && networkCodes.has(code))
  );
}
