/** What the throttle of a stage or of a route allows, as in their settings on AWS. */
export type Throttle = {
  requestsPerSecond: number;
  /** Requests that may come at once. */
  burst: number;
};

/**
 * Counts requests as API Gateway does: each takes a token from a bucket of `burst` tokens, which gets `requestsPerSecond`
 * new ones.
 *
 * @returns whether a request that comes now is allowed
 */
export function createThrottle(
  { requestsPerSecond, burst }: Throttle,
  nowMs: () => number,
): () => boolean {
  let tokens = burst;
  let filledAtMs = nowMs();
  return () => {
    const atMs = nowMs();
    const elapsedSeconds = Math.max(0, atMs - filledAtMs) / 1000;
    tokens = Math.min(burst, tokens + elapsedSeconds * requestsPerSecond);
    filledAtMs = atMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
