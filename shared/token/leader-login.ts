import type { Login } from "../community/login.ts";
import { isRefusal, requestToken } from "./request-token.ts";
import { credentialsRefused, loginFailed } from "./token-error.ts";
import { goodToken, type IssuedToken, type TokenItem } from "./token-item.ts";
import type { TokenStore } from "./token-store.ts";

export type LeaderLoginOptions = {
  store: TokenStore;
  login: Login;
  id: string;
  defaultLifetimeMs: number;
  refusalMs: number;
  nowMs: () => number;
};

/**
 * Logs in and shares the answer. `leased` is the item as our lease left it; without it we log in for ourselves alone.
 *
 * @throws TokenError
 */
export type LeaderLogin = (
  leased: TokenItem | undefined,
  unwanted: string | undefined,
) => Promise<IssuedToken>;

/** The store is only told of answers. A login that got none keeps its lease, which paces the tries of the fleet. */
export function createLeaderLogin(options: LeaderLoginOptions): LeaderLogin {
  const { store, id, refusalMs, nowMs } = options;
  // The store remembers refusals for all; this is for the time when it cannot.
  let refusedUntilMs = 0;

  async function giveUp(
    cause: unknown,
    leased: TokenItem | undefined,
  ): Promise<never> {
    if (!isRefusal(cause)) throw loginFailed(cause);
    refusedUntilMs = nowMs() + refusalMs;
    if (leased)
      await store.refuse(id, leased.fence, refusedUntilMs).catch(ignore);
    throw credentialsRefused(cause);
  }

  return async (leased, unwanted) => {
    if (nowMs() < refusedUntilMs) throw credentialsRefused();
    const refreshToken = leased?.issued?.refreshToken;
    const issued = await requestToken({ ...options, refreshToken }).catch(
      (cause: unknown) => giveUp(cause, leased),
    );
    if (!leased) return issued;
    const saved = await store.save(id, leased.fence, issued).catch(ignore);
    if (!saved || saved.applied) return issued;
    // A later leader was faster: all should use the same token, if it is still there.
    return goodToken(saved.item?.issued, unwanted, nowMs()) ?? issued;
  };
}

/** The store failed after the platform answered. The answer holds all the same; the others ask again. */
function ignore(): undefined {
  return undefined;
}
