import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authorizer } from "../community/authorizer.ts";
import { LoginRefusedError } from "../community/errors.ts";
import type { Login } from "../community/login.ts";
import { requestToken } from "./request-token.ts";
import { TokenError } from "./token-error.ts";
import {
  type IssuedToken,
  tokenId,
  type TokenItem,
  type TokenKey,
  type TokenStore,
} from "./token-store.ts";

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
  nowMs?: () => number;
  sleepMs?: (ms: number) => Promise<unknown>;
  /** A uniform random number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
};

/** How long no login is sent after a refusal: a wrong password must not lock the account. */
const refusalMs = 60_000;
const pollMs = 100;

/**
 * Provides the token of a sandbox, which is one Lambda execution environment: from memory, then from the store that all
 * sandboxes share, then by login. Create one provider for each sandbox. Its callers share one request. A failure of the
 * store or of the login has no effect while a usable token is in memory.
 *
 * The sandbox that has the lease in the store logs in, and the others wait. The lease is short: a crash costs little
 * time, but the lease may end before a slow login is answered. That answer then does not overwrite the one of a later
 * attempt. During an outage of the store, each sandbox logs in on its own, because the outage of a cache must not stop
 * the work. Only answers of the platform are stored. A login without an answer keeps its lease until the end, which
 * limits how often the sandboxes try.
 *
 * `authorization()` throws TokenError: `refused` when the credentials are refused, or were refused less than a minute
 * ago; `unavailable` when the login failed, or no sandbox logged in within `maxWaitMs`.
 */
export function createTokenProvider({
  store,
  login,
  key,
  leaseMs,
  maxWaitMs = 10_000,
  nowMs = Date.now,
  sleepMs = sleep,
  random = Math.random,
}: TokenProviderOptions): Authorizer {
  const id = tokenId(key);
  let cached: IssuedToken | undefined;
  let rejectedToken: string | undefined;
  let obtaining: Promise<IssuedToken> | undefined;
  // The store remembers refusals for all sandboxes. This variable is for outages of the store.
  let refusedUntilMs = 0;

  /** The token, unless it has ended or was rejected. */
  function usableToken(
    issued: IssuedToken | undefined,
    tokenToReplace: string | undefined,
  ): IssuedToken | undefined {
    return issued &&
      issued.accessToken !== tokenToReplace &&
      issued.expiresAtMs > nowMs()
      ? issued
      : undefined;
  }

  async function obtain(): Promise<IssuedToken> {
    const tokenToReplace = rejectedToken;
    const by = randomUUID();
    const { issued, leased } = await tokenOrLease(by, tokenToReplace).catch(
      withoutLease,
    );
    cached = issued ?? (await logIn(by, leased, tokenToReplace));
    // Some platforms return the rejected token again. No better token exists, so it is no longer replaced.
    if (cached.accessToken === tokenToReplace) rejectedToken = undefined;
    return cached;
  }

  /** Resolves to the token that another sandbox got, or to the item with our lease. */
  async function tokenOrLease(
    by: string,
    tokenToReplace: string | undefined,
  ): Promise<TokenOrLease> {
    const deadlineMs = nowMs() + maxWaitMs;
    let item = await store.read(id);
    for (;;) {
      const issued = usableToken(item?.issued, tokenToReplace);
      if (issued) return { issued };
      if ((item?.refusedUntilMs ?? 0) > nowMs())
        throw new TokenError("refused");
      if (nowMs() > deadlineMs) throw new TokenError("unavailable");
      if ((item?.leaseUntilMs ?? 0) > nowMs()) {
        // The random part spreads the reads of the waiting sandboxes.
        await sleepMs(pollMs * (0.5 + random()));
        item = await store.read(id);
      } else {
        const terms = { nowMs: nowMs(), leaseMs, tokenToReplace };
        const outcome = await store.lease(id, by, terms);
        if (outcome.applied) return { leased: outcome.item };
        item = outcome.item;
      }
    }
  }

  /** Without the item with our lease, the store is not used and the token is for this sandbox only. */
  async function logIn(
    by: string,
    leased: TokenItem | undefined,
    tokenToReplace: string | undefined,
  ): Promise<IssuedToken> {
    if (nowMs() < refusedUntilMs) throw new TokenError("refused");
    const refreshToken = leased?.issued?.refreshToken;
    try {
      const issued = await requestToken({ login, refreshToken, nowMs });
      if (!leased) return issued;
      const saved = await store.save(id, by, issued).catch(ignore);
      if (!saved || saved.applied) return issued;
      // A later attempt was faster. All sandboxes should use its token, if that is still usable.
      return usableToken(saved.item?.issued, tokenToReplace) ?? issued;
    } catch (cause) {
      if (!(cause instanceof LoginRefusedError))
        throw new TokenError("unavailable", cause);
      refusedUntilMs = nowMs() + refusalMs;
      if (leased) await store.refuse(id, by, refusedUntilMs).catch(ignore);
      throw new TokenError("refused", cause);
    }
  }

  return {
    async authorization() {
      const token = usableToken(cached, rejectedToken);
      if (token) return authorizationOf(token);
      obtaining ??= obtain().finally(() => (obtaining = undefined));
      return authorizationOf(await obtaining);
    },

    async rejected(authorization) {
      rejectedToken = authorization.slice(authorization.indexOf(" ") + 1);
      // During an outage of the store, this sandbox still does not use the token again.
      await store.invalidate(id, rejectedToken).catch(ignore);
      return true;
    },
  };
}

type TokenOrLease = { issued?: IssuedToken; leased?: TokenItem };

function withoutLease(error: unknown): TokenOrLease {
  if (error instanceof TokenError) throw error;
  return {};
}

/** When the store fails after the platform answered, the answer is still valid. The other sandboxes log in again. */
function ignore(): undefined {
  return undefined;
}

function authorizationOf({ tokenType, accessToken }: IssuedToken): string {
  return `${tokenType} ${accessToken}`;
}
