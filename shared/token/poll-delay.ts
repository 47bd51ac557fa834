import type { TokenItem } from "./token-item.ts";

const firstPollMs = 30;
const pollGrowth = 1.5;
const longestPollMs = 100;

/**
 * The pause before the next read of the store while another sandbox logs in, in ms. The first pause lasts until that
 * login is probably complete, as estimated from the login before it. The further pauses grow with each read. Half of a
 * pause is random, which spreads the reads of the waiting sandboxes.
 */
export function pollDelayMs(
  item: TokenItem | undefined,
  polls: number,
  nowMs: number,
  random: () => number,
): number {
  const steady = Math.min(firstPollMs * pollGrowth ** polls, longestPollMs);
  const jittered = steady * (0.5 + random());
  return Math.max(jittered, expectedAnswerMs(item) - nowMs);
}

function expectedAnswerMs(item: TokenItem | undefined): number {
  if (item?.lease === undefined || item.issued === undefined) return 0;
  const { startedAtMs, endsAtMs } = item.lease;
  return Math.min(startedAtMs + item.issued.loginTookMs, endsAtMs);
}
