import type { TokenItem } from "./token-item.ts";

const FIRST_POLL_MS = 30;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 100;

/**
 * How long to leave the store alone while another sandbox logs in, in ms. At first until that login is probably over,
 * judged by the one before it; then a little longer with each look. Half of the pause is chance, so that those who wait
 * do not look in step.
 */
export function pollDelayMs(
  item: TokenItem | undefined,
  polls: number,
  nowMs: number,
  random: () => number,
): number {
  const steady = Math.min(
    FIRST_POLL_MS * POLL_GROWTH ** polls,
    LONGEST_POLL_MS,
  );
  const jittered = steady * (0.5 + random());
  return Math.max(jittered, expectedAnswerMs(item) - nowMs);
}

function expectedAnswerMs(item: TokenItem | undefined): number {
  if (item?.lease === undefined || item.issued === undefined) return 0;
  const { startedAtMs, endsAtMs } = item.lease;
  return Math.min(startedAtMs + item.issued.loginTookMs, endsAtMs);
}
