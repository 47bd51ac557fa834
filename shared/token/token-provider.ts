import { setTimeout as sleep } from "node:timers/promises";
import type { Authorizer } from "../community/authorizer.ts";
import type { Login } from "../community/login.ts";
import { createFleetLogin } from "./fleet-login.ts";
import {
  isRenewalDue,
  type IssuedToken,
  tokenId,
  type TokenKey,
  usableToken,
} from "./token-item.ts";
import type { TokenStore } from "./token-store.ts";

export type TokenProviderOptions = {
  store: TokenStore;
  login: Login;
  key: TokenKey;
  /**
   * How long one sandbox may log in before another one tries, in ms: about the slowest of fifty logins. After a crash,
   * the other sandboxes wait this long. If a new login ends the earlier token at your platform, the lease must be
   * longer than the timeout of the login.
   */
  leaseMs: number;
  /**
   * How long to wait for the login of another sandbox, in ms. An own login may follow; both together must be shorter
   * than the function's timeout. @default 10000
   */
  maxWaitMs?: number;
  /** How early to renew before the end: 1 to 3, more is earlier; 0 is never. @default 1 */
  earlyRenewalFactor?: number;
  nowMs?: () => number;
  sleepMs?: (ms: number) => Promise<unknown>;
  /** A uniform random number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
};

const defaults = {
  maxWaitMs: 10_000,
  earlyRenewalFactor: 1,
  nowMs: Date.now,
  sleepMs: sleep,
  random: Math.random,
} satisfies Partial<TokenProviderOptions>;

/**
 * Provides the token of a sandbox: from memory, then from the store that the fleet shares, then by login. Create one
 * provider for each sandbox. Its callers share one request. A failure of the store or of the login has no effect while
 * a usable token is in memory.
 *
 * `authorization()` throws TokenError: `refused` when the credentials are refused, or were refused less than
 * a minute ago; `unavailable` when the login failed, or no sandbox logged in within `maxWaitMs`.
 */
export function createTokenProvider(options: TokenProviderOptions): Authorizer {
  const settings = { ...defaults, ...options };
  const { store, key, earlyRenewalFactor, nowMs, random } = settings;
  const id = tokenId(key);
  const fleet = createFleetLogin({ ...settings, id });

  let held: IssuedToken | undefined;
  let rejected: string | undefined;
  let obtaining: Promise<IssuedToken> | undefined;
  let renewing = false;

  async function obtain(): Promise<IssuedToken> {
    const tokenToReplace = rejected;
    held = await fleet.obtain(tokenToReplace);
    // Some platforms return the rejected token again. No better token exists, so it is no longer replaced.
    if (held.accessToken === tokenToReplace) rejected = undefined;
    return held;
  }

  async function renew(current: IssuedToken): Promise<void> {
    renewing = true;
    held = await fleet.renew(current);
    renewing = false;
  }

  return {
    async authorization() {
      const current = usableToken(held, rejected, nowMs());
      if (
        current &&
        !renewing &&
        isRenewalDue(current, nowMs(), earlyRenewalFactor, random)
      )
        await renew(current);
      const token = usableToken(held, rejected, nowMs());
      if (token) return header(token);
      obtaining ??= obtain().finally(() => (obtaining = undefined));
      return header(await obtaining);
    },

    async rejected(authorization) {
      rejected = authorization.slice(authorization.indexOf(" ") + 1);
      // During an outage of the store, this sandbox still does not use the token again.
      await store.invalidate(id, rejected).catch(() => undefined);
      return true;
    },
  };
}

function header({ tokenType, accessToken }: IssuedToken): string {
  return `${tokenType} ${accessToken}`;
}
