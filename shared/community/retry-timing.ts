const baseMs = 200;
const maxPauseMs = 5_000;
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * The pause before attempt `attempt + 1`: full jitter under a doubling ceiling (200 ms, 400 ms, ... 5 s), so that many
 * callers that failed together do not come back together.
 */
export function jitteredMs(attempt: number, random: () => number): number {
  return Math.floor(
    random() * Math.min(maxPauseMs, baseMs * 2 ** (attempt - 1)),
  );
}

/**
 * Reads a Retry-After header, seconds or an HTTP date, as milliseconds from now; undefined when absent or unreadable.
 *
 * @see RFC 9110, §10.2.3
 */
export function retryAfterMs(
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
