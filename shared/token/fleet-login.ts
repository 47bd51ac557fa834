import { pollDelayMs } from "./lease-wait.ts";
import { createLeaderLogin, type LeaderLoginOptions } from "./leader-login.ts";
import { credentialsRefused, TokenError, waitedInVain } from "./token-error.ts";
import {
  goodToken,
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
   * Resolves to a good token other than the `unwanted` one, waiting for the login of another sandbox if need be.
   * @throws TokenError
   */
  obtain(unwanted: string | undefined): Promise<IssuedToken>;
  /** Resolves to a newer token where that needs no waiting for others; else, and in any trouble, to the current one. */
  renew(current: IssuedToken): Promise<IssuedToken>;
};

/**
 * Sandboxes agree through the store on who logs in. The lease is soft: it may run out under a slow leader, so that a
 * crash costs little; the fence then keeps the slow one from overwriting what a later one got. While the store is out,
 * each sandbox logs in for itself: the outage of a cache must not stop the work.
 */
export function createFleetLogin(options: FleetLoginOptions): FleetLogin {
  const { store, id, leaseMs, maxWaitMs, nowMs, sleepMs, random } = options;
  const logIn = createLeaderLogin(options);

  function lease(unwanted: string | undefined) {
    return store.lease(id, { nowMs: nowMs(), leaseMs, unwanted });
  }

  /** Resolves to somebody's token, or to the item with our lease on it. */
  async function awaitTurn(unwanted: string | undefined): Promise<Turn> {
    const deadlineMs = nowMs() + maxWaitMs;
    let item = await store.read(id);
    for (let polls = 0; ;) {
      const issued = goodToken(item?.issued, unwanted, nowMs());
      if (issued) return { issued };
      if (isRefused(item, nowMs())) throw credentialsRefused();
      if (nowMs() > deadlineMs) throw waitedInVain(maxWaitMs);
      if (isLeased(item, nowMs())) {
        await sleepMs(pollDelayMs(item, polls++, nowMs(), random));
        item = await store.read(id);
      } else {
        const outcome = await lease(unwanted);
        if (outcome.applied) return { leased: outcome.item };
        item = outcome.item;
      }
    }
  }

  return {
    async obtain(unwanted) {
      const turn = await awaitTurn(unwanted).catch(goAlone);
      return turn.issued ?? logIn(turn.leased, unwanted);
    },

    async renew(current) {
      const unwanted = current.accessToken;
      try {
        const item = await store.read(id);
        const other = goodToken(item?.issued, unwanted, nowMs());
        if (other && other.expiresAtMs > current.expiresAtMs) return other;
        const outcome = await lease(unwanted);
        return outcome.applied ? await logIn(outcome.item, unwanted) : current;
      } catch {
        return current; // it is still good; whoever finds it ended is told what is wrong
      }
    },
  };
}

type Turn = { issued?: IssuedToken; leased?: TokenItem };

function goAlone(error: unknown): Turn {
  if (error instanceof TokenError) throw error;
  return {};
}
