import type { Login } from "../community/login.ts";
import { isRefusal, requestToken } from "./request-token.ts";
import { credentialsRefused, loginFailed } from "./token-error.ts";
import { usableToken, type IssuedToken, type TokenItem } from "./token-item.ts";
import type { TokenStore } from "./token-store.ts";

export type LeaderLoginOptions = {
  store: TokenStore;
  login: Login;
  id: string;
  nowMs: () => number;
};

/** How long no login is sent after a refusal: a wrong password must not lock the account. */
const refusalMs = 60_000;

/**
 * Logs in and shares the result through the store. `leased` is the item with our lease. Without it, the store is not
 * used and the token is for this sandbox only.
 *
 * @throws TokenError
 */
export type LeaderLogin = (
  leased: TokenItem | undefined,
  tokenToReplace: string | undefined,
) => Promise<IssuedToken>;

/**
 * Only answers of the platform are stored. A login without an answer keeps its lease until the end, which limits how
 * often the fleet tries.
 */
export function createLeaderLogin(options: LeaderLoginOptions): LeaderLogin {
  const { store, id, nowMs } = options;
  // The store remembers refusals for all sandboxes. This variable is for outages of the store.
  let refusedUntilMs = 0;

  async function failLogin(
    cause: unknown,
    leased: TokenItem | undefined,
  ): Promise<never> {
    if (!isRefusal(cause)) throw loginFailed(cause);
    refusedUntilMs = nowMs() + refusalMs;
    if (leased)
      await store.refuse(id, leased.fence, refusedUntilMs).catch(ignore);
    throw credentialsRefused(cause);
  }

  return async (leased, tokenToReplace) => {
    if (nowMs() < refusedUntilMs) throw credentialsRefused();
    const refreshToken = leased?.issued?.refreshToken;
    const issued = await requestToken({ ...options, refreshToken }).catch(
      (cause: unknown) => failLogin(cause, leased),
    );
    if (!leased) return issued;
    const saved = await store.save(id, leased.fence, issued).catch(ignore);
    if (!saved || saved.applied) return issued;
    // A later leader was faster. All sandboxes should use its token, if that is still usable.
    return usableToken(saved.item?.issued, tokenToReplace, nowMs()) ?? issued;
  };
}

/** When the store fails after the platform answered, the answer is still valid. The other sandboxes log in again. */
function ignore(): undefined {
  return undefined;
}
