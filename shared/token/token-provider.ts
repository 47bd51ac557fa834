import { setTimeout as sleep } from "node:timers/promises";
import type { Authorizer } from "../community/authorizer.ts";
import type { Login } from "../community/login.ts";
import { isRenewalDue } from "./early-renewal.ts";
import { createFleetLogin } from "./fleet-login.ts";
import { goodToken, type IssuedToken } from "./token-item.ts";
import { tokenId, type TokenKey } from "./token-key.ts";
import type { TokenStore } from "./token-store.ts";

export type TokenProviderOptions = {
  store: TokenStore;
  login: Login;
  key: TokenKey;
  /**
   * How long one sandbox may log in before another tries, in ms: about the slowest login of fifty. A crash costs the
   * others this long. Where a new login ends the token of the one before, make it longer than the login's timeout.
   * @default 1000
   */
  leaseMs?: number;
  /**
   * How long to wait for the login of another sandbox, in ms. A login of our own may come on top; keep both below the
   * function's timeout. @default 10000
   */
  maxWaitMs?: number;
  /** Lifetime of a token when the platform tells none, in ms; a day at most. @default 600000 */
  defaultLifetimeMs?: number;
  /** How long nobody asks again after a refusal, in ms, so that a wrong password locks no account. @default 60000 */
  refusalMs?: number;
  /** How eagerly to renew before the end: 1 to 3, more is earlier; 0 is never. @default 1 */
  earliness?: number;
  nowMs?: () => number;
  sleepMs?: (ms: number) => Promise<unknown>;
  /** 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
};

const defaults = {
  leaseMs: 1000,
  maxWaitMs: 10_000,
  defaultLifetimeMs: 10 * 60 * 1000,
  refusalMs: 60 * 1000,
  earliness: 1,
  nowMs: Date.now,
  sleepMs: sleep,
  random: Math.random,
} satisfies Partial<TokenProviderOptions>;

/**
 * A sandbox's tokens: from memory, else from the store that the fleet shares, else by login. Make one per sandbox. Its
 * callers share one request. Trouble with the store or the login goes unnoticed while a good token is in memory.
 *
 * `authorization()` throws TokenError: `refused` when the credentials are, or were less than `refusalMs` ago;
 * `unavailable` when the login failed, or nobody's came through within `maxWaitMs`.
 */
export function createTokenProvider(options: TokenProviderOptions): Authorizer {
  const settings = { ...defaults, ...options };
  const { store, key, earliness, nowMs, random } = settings;
  const id = tokenId(key);
  const fleet = createFleetLogin({ ...settings, id });

  let held: IssuedToken | undefined;
  let rejected: string | undefined;
  let obtaining: Promise<IssuedToken> | undefined;
  let renewing = false;

  async function obtain(): Promise<IssuedToken> {
    const unwanted = rejected;
    held = await fleet.obtain(unwanted);
    // Some platforms answer a login with the token they have. Then it is the best there is.
    if (held.accessToken === unwanted) rejected = undefined;
    return held;
  }

  async function renew(current: IssuedToken): Promise<void> {
    renewing = true;
    held = await fleet.renew(current);
    renewing = false;
  }

  return {
    async authorization() {
      const current = goodToken(held, rejected, nowMs());
      if (
        current &&
        !renewing &&
        isRenewalDue(current, nowMs(), earliness, random)
      )
        await renew(current);
      const token = goodToken(held, rejected, nowMs());
      if (token) return header(token);
      obtaining ??= obtain().finally(() => (obtaining = undefined));
      return header(await obtaining);
    },

    async rejected(authorization) {
      rejected = authorization.slice(authorization.indexOf(" ") + 1);
      // When the store is out, at least this sandbox does not use it again.
      await store.invalidate(id, rejected).catch(() => undefined);
      return true;
    },
  };
}

function header({ tokenType, accessToken }: IssuedToken): string {
  return `${tokenType} ${accessToken}`;
}
