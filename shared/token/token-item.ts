import { createHash } from "node:crypto";
import * as z from "zod/mini";

const issuedTokenSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  refreshToken: z.exactOptional(z.string()),
  expiresAtMs: z.number(),
  loginTookMs: z.number(),
});

/** A token with its end. `loginTookMs` is the duration of its login, which estimates the duration of the next one. */
export type IssuedToken = z.infer<typeof issuedTokenSchema>;

const leaseSchema = z.object({ startedAtMs: z.number(), endsAtMs: z.number() });

/** One item of the `tokens` table, without its `id` and the time when DynamoDB deletes it, `expiresAtSeconds`. */
export const tokenItemSchema = z.object({
  /** Grows with each lease, and identifies the leader that has this lease. */
  fence: z.number(),
  /** The fence of the newest leader whose login was answered with a token or with a refusal. */
  answeredFence: z.exactOptional(z.number()),
  issued: z.exactOptional(issuedTokenSchema),
  lease: z.exactOptional(leaseSchema),
  refusedUntilMs: z.exactOptional(z.number()),
});

export type TokenItem = z.infer<typeof tokenItemSchema>;

/** Returns the token, unless it has ended or is the one that the caller wants to replace. */
export function usableToken(
  issued: IssuedToken | undefined,
  tokenToReplace: string | undefined,
  nowMs: number,
): IssuedToken | undefined {
  if (issued === undefined || issued.accessToken === tokenToReplace)
    return undefined;
  return issued.expiresAtMs > nowMs ? issued : undefined;
}

/** Whether a sandbox has the lease for the login. A lease ends with the answer to its leader, or at its time limit. */
export function isLeased(item: TokenItem | undefined, nowMs: number): boolean {
  return item?.lease !== undefined && item.lease.endsAtMs > nowMs;
}

/** Whether the platform refused the credentials so recently that no sandbox should log in. */
export function isRefused(item: TokenItem | undefined, nowMs: number): boolean {
  return item?.refusedUntilMs !== undefined && item.refusedUntilMs > nowMs;
}

/**
 * Whether this request should renew a token that has not ended. Each request draws its own random number. The chance
 * grows as the end comes nearer, and with the duration of a login. Among many requests, one renews in time without any
 * coordination (XFetch: Vattani, Chierichetti, Lowenstein, "Optimal Probabilistic Cache Stampede Prevention", 2015).
 *
 * @param earlyRenewalFactor - the paper's beta: 1 is its optimum, more renews earlier
 */
export function isRenewalDue(
  token: IssuedToken,
  nowMs: number,
  earlyRenewalFactor: number,
  random: () => number,
): boolean {
  const aheadMs = -earlyRenewalFactor * token.loginTookMs * Math.log(random());
  return aheadMs >= token.expiresAtMs - nowMs;
}

/** The account and scope of a token. Two logins that differ in any part never share a token. */
export type TokenKey = {
  baseUrl: string;
  consumerKey: string;
  username: string;
  scope: string;
};

/** The `id` of the key's item. It is a hash, because the table must not have readable account names. */
export function tokenId({
  baseUrl,
  consumerKey,
  username,
  scope,
}: TokenKey): string {
  // JSON keeps the boundaries between the parts: ("ab", "c") and ("a", "bc") differ.
  const parts = JSON.stringify([baseUrl, consumerKey, username, scope]);
  return createHash("sha256").update(parts).digest("base64url");
}
