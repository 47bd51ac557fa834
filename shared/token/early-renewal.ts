import type { IssuedToken } from "./token-item.ts";

/**
 * Whether this request should renew a token that is still good. Each request draws for itself, and the nearer the end
 * and the slower the login, the likelier it wins: with many requests one renews in time, without any agreement (XFetch:
 * Vattani, Chierichetti, Lowenstein, "Optimal Probabilistic Cache Stampede Prevention", 2015).
 * `earliness` 1 is the paper's optimum; more renews earlier.
 */
export function isRenewalDue(
  token: IssuedToken,
  nowMs: number,
  earliness: number,
  random: () => number,
): boolean {
  const aheadMs = -earliness * token.loginTookMs * Math.log(random());
  return aheadMs >= token.expiresAtMs - nowMs;
}
