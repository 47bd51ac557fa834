import { pollDelayMs } from "./poll-delay.ts";
import { createLeaderLogin, type LeaderLoginOptions } from "./leader-login.ts";
import {
  credentialsRefused,
  TokenError,
  leaseWaitTimedOut,
} from "./token-error.ts";
import {
  usableToken,
  type IssuedToken,
  isLeased,
  isRefused,
  type TokenItem,
} from "./token-item.ts";

export type FleetLoginOptions = LeaderLoginOptions & {
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
