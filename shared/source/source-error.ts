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
