const baseMs = 200;
const maxPauseMs = 5_000;
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * The pause before attempt `attempt + 1`: exponential backoff with full jitter under 200 ms, 400 ms, ... 5 s. With the
 * jitter, callers that failed at the same time do not retry at the same time.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.floor(
    random() * Math.min(maxPauseMs, baseMs * 2 ** (attempt - 1)),
  );
}

/**
 * Reads a Retry-After header, in seconds or as an HTTP date, as milliseconds from now. Undefined when the
 * header is absent or unreadable.
 *
 * @see RFC 9110, §10.2.3
 */
export function parseRetryAfterMs(
  header: string | undefined,
  nowMs: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs)) return undefined;
  return Math.min(Math.max(0, waitMs), maxRetryAfterMs);
}
