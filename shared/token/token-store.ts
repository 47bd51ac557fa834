import type { Where } from "../dynamodb/expressions.ts";
import type { ConditionalWrite, Table } from "../dynamodb/table.ts";
import {
  type IssuedToken,
  type TokenItem,
  tokenItemSchema,
} from "./token-item.ts";

/** The result of a write, and the item as it is now: our version, or the item that failed the condition. */
export type TokenWrite = ConditionalWrite<TokenItem>;

/** The state of a token that all sandboxes share. Every method throws when the table cannot be used. */
export type TokenStore = {
  read(id: string): Promise<TokenItem | undefined>;
  /**
   * Takes the login lease until `nowMs + leaseMs`. The write is applied when three conditions hold: there is no usable
   * token other than `tokenToReplace`, no sandbox has the lease, and no refusal is remembered.
   */
  lease(
    id: string,
    terms: {
      nowMs: number;
      leaseMs: number;
      tokenToReplace: string | undefined;
    },
  ): Promise<TokenWrite>;
  /** Stores the token that the leader of this fence got, unless the login of a later leader was answered before. */
  save(id: string, fence: number, issued: IssuedToken): Promise<TokenWrite>;
  /** Stores the refusal that the leader of this fence got, unless the login of a later leader was answered before. */
  refuse(
    id: string,
    fence: number,
    refusedUntilMs: number,
  ): Promise<TokenWrite>;
  /** Ends this access token only; a newer one stays. Its refresh token may still be good. */
  invalidate(id: string, accessToken: string): Promise<TokenWrite>;
};

// DynamoDB only deletes items that are long out of use: a token lives a day at most, and each lease renews this time.
const itemLifetimeSeconds = 2 * 24 * 60 * 60;

/**
 * The `tokens` table (string partition key `id`), by conditional writes to single items only. Its client needs
 * short timeouts and few attempts: during an outage, each request waits for them before it continues without the table.
 */
export function createTokenStore(table: Table): TokenStore {
  const schema = tokenItemSchema;
  const noLaterAnswer = (fence: number) => ({
    answeredFence: { below: fence },
  });

  return {
    read: (id) => table.get(id, schema),

    lease(id, { nowMs, leaseMs, tokenToReplace }) {
      const mayLogIn = {
        "lease.endsAtMs": { atMost: nowMs },
        refusedUntilMs: { atMost: nowMs },
      };
      const where: Where[] = [
        { ...mayLogIn, "issued.expiresAtMs": { atMost: nowMs } },
      ];
      if (tokenToReplace !== undefined)
        where.push({ ...mayLogIn, "issued.accessToken": tokenToReplace });
      const update = {
        set: {
          lease: { startedAtMs: nowMs, endsAtMs: nowMs + leaseMs },
          expiresAtSeconds: Math.floor(nowMs / 1000) + itemLifetimeSeconds,
        },
        add: { fence: 1 },
        where,
        createsItem: true,
      };
      return table.updateOrRead(id, update, schema);
    },

    // `save` and `refuse` must not create an item that was deleted: it would lack attributes such as the fence.
    save(id, fence, issued) {
      const update = {
        set: { issued, answeredFence: fence },
        remove: ["lease", "refusedUntilMs"],
        where: noLaterAnswer(fence),
      };
      return table.updateOrRead(id, update, schema);
    },

    refuse(id, fence, refusedUntilMs) {
      const update = {
        set: { refusedUntilMs, answeredFence: fence },
        remove: ["lease"],
        where: noLaterAnswer(fence),
      };
      return table.updateOrRead(id, update, schema);
    },

    invalidate(id, accessToken) {
      const update = {
        set: { "issued.expiresAtMs": 0 },
        where: { "issued.accessToken": accessToken },
      };
      return table.updateOrRead(id, update, schema);
    },
  };
}
