import { parseRetryAfterMs } from "../community/retry-timing.ts";
import { type AnswerHead, PublicRequestError } from "../public-request.ts";

/** What a source could not do. The codes are reason codes. */
export type SourceErrorCode =
  | "source-unreachable"
  | "source-busy"
  | "source-error"
  | "source-unreadable"
  | "source-refused"
  | "source-misconfigured"
  | "record-id-refused";

const texts: Record<SourceErrorCode, string> = {
  "source-unreachable":
    "gave no complete answer in time: check its hosts, the network and the state of the system, then repeat",
  "source-busy":
    "has too many requests: repeat later, or lower callsPerSecond in the sources secret",
  "source-error": "failed: look at the state of the system, then repeat",
  "source-unreadable":
    "gave an answer that is not JSON of at most 1 MB: check the URL of the lookup",
  "source-refused":
    "refused the request: check its credentials and rights, and the URL of the lookup",
  "source-misconfigured":
    "was not asked, because a URL does not lead to one of its hosts, over https and on the public internet: correct the lookup, or the hosts in the sources secret",
  "record-id-refused":
    "was not asked, because no URL can have the id of the record: look at the field map of the caller",
};

/**
 * Why a record was not read. The message has the name of the source and the status of its answer: no URL, which has the
 * id of a person, no header, no body and no token. It has no `cause` for the same reason.
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  /** Whether the same request may succeed later, without a correction of the configuration. */
  readonly retryable: boolean;
  /** The pause that the source asks for. */
  readonly retryAfterMs: number;

  constructor(
    code: SourceErrorCode,
    source: string,
    {
      status,
      retryable = isRetryable(code),
      retryAfterMs = 0,
    }: { status?: number; retryable?: boolean; retryAfterMs?: number } = {},
  ) {
    const answered = status === undefined ? "" : ` (${status})`;
    super(`the source ${source}${answered} ${texts[code]}`);
    this.code = code;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

function isRetryable(code: SourceErrorCode): boolean {
  return (
    code === "source-unreachable" ||
    code === "source-busy" ||
    code === "source-error" ||
    code === "source-unreadable"
  );
}

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
