import type { Login } from "../community/login.ts";
import { isRefusal, requestToken } from "./request-token.ts";
import {
  credentialsRefused,
  leaseWaitTimedOut,
  loginFailed,
  TokenError,
} from "./token-error.ts";
import {
  isLeased,
  isRefused,
  type IssuedToken,
  type TokenItem,
  usableToken,
} from "./token-item.ts";
import type { TokenStore } from "./token-store.ts";

export type FleetLoginOptions = {
  store: TokenStore;
  login: Login;
  id: string;
  nowMs: () => number;
  leaseMs: number;
  maxWaitMs: number;
  sleepMs: (ms: number) => Promise<unknown>;
  random: () => number;
};

export type FleetLogin = {
  /**
   * Resolves to a usable token other than `tokenToReplace`. Waits while another sandbox logs in.
   *
   * @throws TokenError
   */
  obtain(tokenToReplace: string | undefined): Promise<IssuedToken>;
  /** Resolves to a newer token. Resolves to the current one after any failure, or while another sandbox logs in. */
  renew(current: IssuedToken): Promise<IssuedToken>;
};

/** How long no login is sent after a refusal: a wrong password must not lock the account. */
const refusalMs = 60_000;

const firstPollMs = 30;
const pollGrowth = 1.5;
const longestPollMs = 100;

/**
 * A sandbox is one Lambda execution environment; the fleet is all of them. The sandbox that has the lease in the store
 * is the leader, and logs in. The lease is short: a crash costs little time, but the lease may end before a slow leader
 * is done. The fence then prevents the slow leader from overwriting the token of a later leader. During an outage of
 * the store, each sandbox logs in on its own, because the outage of a cache must not stop the work.
 */
export function createFleetLogin(options: FleetLoginOptions): FleetLogin {
  const { store, id, leaseMs, maxWaitMs, nowMs, sleepMs, random } = options;
  const logIn = createLeaderLogin(options);

  function lease(tokenToReplace: string | undefined) {
    return store.lease(id, { nowMs: nowMs(), leaseMs, tokenToReplace });
  }

  /** Resolves to the token of another leader, or to the item with our lease. */
  async function waitForTokenOrLease(
    tokenToReplace: string | undefined,
  ): Promise<TokenOrLease> {
    const deadlineMs = nowMs() + maxWaitMs;
    let item = await store.read(id);
    for (let polls = 0; ;) {
      const issued = usableToken(item?.issued, tokenToReplace, nowMs());
      if (issued) return { issued };
      if (isRefused(item, nowMs())) throw credentialsRefused();
      if (nowMs() > deadlineMs) throw leaseWaitTimedOut(maxWaitMs);
      if (isLeased(item, nowMs())) {
        await sleepMs(pollDelayMs(item, polls++, nowMs(), random));
        item = await store.read(id);
      } else {
        const outcome = await lease(tokenToReplace);
        if (outcome.applied) return { leased: outcome.item };
        item = outcome.item;
      }
    }
  }

  return {
    async obtain(tokenToReplace) {
      const { issued, leased } =
        await waitForTokenOrLease(tokenToReplace).catch(withoutLease);
      return issued ?? logIn(leased, tokenToReplace);
    },

    async renew(current) {
      const tokenToReplace = current.accessToken;
      try {
        const item = await store.read(id);
        const other = usableToken(item?.issued, tokenToReplace, nowMs());
        if (other && other.expiresAtMs > current.expiresAtMs) return other;
        const outcome = await lease(tokenToReplace);
        return outcome.applied
          ? await logIn(outcome.item, tokenToReplace)
          : current;
      } catch {
        // Intentionally ignored: the current token is still usable, and the login after its end reports the failure.
        return current;
      }
    },
  };
}

type TokenOrLease = { issued?: IssuedToken; leased?: TokenItem };

function withoutLease(error: unknown): TokenOrLease {
  if (error instanceof TokenError) throw error;
  return {};
}

/**
 * Creates the function that logs in and shares the result through the store. `leased` is the item with our lease. Without
 * it, the store is not used and the token is for this sandbox only. Only answers of the platform are stored. A login
 * without an answer keeps its lease until the end, which limits how often the fleet tries.
 *
 * The function throws TokenError
 */
function createLeaderLogin(options: FleetLoginOptions) {
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

  return async (
    leased: TokenItem | undefined,
    tokenToReplace: string | undefined,
  ): Promise<IssuedToken> => {
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
