import * as z from "zod/mini";

const issuedTokenSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  refreshToken: z.exactOptional(z.string()),
  expiresAtMs: z.number(),
  loginTookMs: z.number(),
});

/** A token with its end. `loginTookMs` is how long the next login will probably take. */
export type IssuedToken = z.infer<typeof issuedTokenSchema>;

const leaseSchema = z.object({ startedAtMs: z.number(), endsAtMs: z.number() });

/** One item of the `tokens` table, without its `id` and its `expiresAtSeconds`, which only sweeps. */
export const tokenItemSchema = z.object({
  /** Grows with each lease; a leader is known by the fence its lease got. */
  fence: z.number(),
  /** Fence of the newest leader whose login was answered, by a token or by a refusal. */
  answeredFence: z.exactOptional(z.number()),
  issued: z.exactOptional(issuedTokenSchema),
  lease: z.exactOptional(leaseSchema),
  refusedUntilMs: z.exactOptional(z.number()),
});

export type TokenItem = z.infer<typeof tokenItemSchema>;

/** The token, if it has not ended and is not the one that is no good to the caller. */
export function goodToken(
  issued: IssuedToken | undefined,
  unwanted: string | undefined,
  nowMs: number,
): IssuedToken | undefined {
  if (issued === undefined || issued.accessToken === unwanted) return undefined;
  return issued.expiresAtMs > nowMs ? issued : undefined;
}

/** Whether somebody is logging in now. A lease ends by its leader's answer or by time. */
export function isLeased(item: TokenItem | undefined, nowMs: number): boolean {
  return item?.lease !== undefined && item.lease.endsAtMs > nowMs;
}

/** Whether the platform refused the credentials so lately that nobody should ask again. */
export function isRefused(item: TokenItem | undefined, nowMs: number): boolean {
  return item?.refusedUntilMs !== undefined && item.refusedUntilMs > nowMs;
}
