import * as z from "zod/mini";
import type { Where } from "../dynamodb/expressions.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { dayMs } from "../durations.ts";

const issuedTokenSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  refreshToken: z.exactOptional(z.string()),
  expiresAtMs: z.number(),
});
export type IssuedToken = z.infer<typeof issuedTokenSchema>;

/** One item of the `tokens` table, without its `id` and the time when DynamoDB deletes it, `expiresAtSeconds`. */
const itemSchema = z.object({
  issued: z.exactOptional(issuedTokenSchema),
  /** The attempt that may log in, until `leaseUntilMs`. Its answer removes both fields. */
  leaseBy: z.exactOptional(z.string()),
  leaseUntilMs: z.exactOptional(z.number()),
  /** The platform refused the credentials so recently that no sandbox should log in. */
  refusedUntilMs: z.exactOptional(z.number()),
});
export type TokenItem = z.infer<typeof itemSchema>;

export type TokenStore = ReturnType<typeof createTokenStore>;

// DynamoDB only deletes items that are long out of use: a token lives a day at most, and each lease renews this time.
const itemLifetimeMs = 2 * dayMs;
const leaseFields = ["leaseBy", "leaseUntilMs"];

/**
 * The state of a token that all sandboxes share: the `tokens` table (string partition key `id`), by conditional writes
 * to single items only. Its client needs short timeouts and few attempts: during an outage, each request waits for them
 * before it continues without the table.
 */
export function createTokenStore(table: Table) {
  /** Writes the answer to an attempt, unless a later attempt has the lease or was answered, or the item was deleted. */
  const answer = (
    id: string,
    by: string,
    set: Partial<TokenItem>,
    remove: readonly string[],
  ) =>
    table.updateOrRead(id, { set, remove, where: { leaseBy: by } }, itemSchema);

  return {
    read: (id: string) => table.get(id, itemSchema),

    /**
     * Lets an attempt log in until `nowMs + leaseMs`, if there is no usable token other than `tokenToReplace`, no other
     * attempt, and no refusal that is remembered.
     */
    lease(
      id: string,
      by: string,
      {
        nowMs,
        leaseMs,
        tokenToReplace,
      }: {
        nowMs: number;
        leaseMs: number;
        tokenToReplace: string | undefined;
      },
    ) {
      const mayLogIn = {
        leaseUntilMs: { atMost: nowMs },
        refusedUntilMs: { atMost: nowMs },
      };
      const where: Where[] = [
        { ...mayLogIn, "issued.expiresAtMs": { atMost: nowMs } },
        // A repeated request whose first answer was lost.
        { leaseBy: by },
      ];
      if (tokenToReplace !== undefined)
        where.push({ ...mayLogIn, "issued.accessToken": tokenToReplace });
      const update = {
        set: {
          leaseBy: by,
          leaseUntilMs: nowMs + leaseMs,
          ...sweepAt(nowMs + itemLifetimeMs),
        },
        where,
        createsItem: true,
      };
      return table.updateOrRead(id, update, itemSchema);
    },

    save: (id: string, by: string, issued: IssuedToken) =>
      answer(id, by, { issued }, [...leaseFields, "refusedUntilMs"]),

    refuse: (id: string, by: string, refusedUntilMs: number) =>
      answer(id, by, { refusedUntilMs }, leaseFields),

    /** Ends this access token only; a newer one stays. Its refresh token may still be good. */
    invalidate: (id: string, accessToken: string) =>
      table.update(id, {
        set: { "issued.expiresAtMs": 0 },
        where: { "issued.accessToken": accessToken },
      }),
  };
}

/** The account and scope of a token. Two logins that differ in any part never share a token. */
export type TokenKey = {
  baseUrl: string;
  consumerKey: string;
  username: string;
  scope: string;
};

/** The `id` of the key's item. It is a hash, because the table must not have readable account names. */
export function tokenId({
  baseUrl,
  consumerKey,
  username,
  scope,
}: TokenKey): string {
  // JSON keeps the boundaries between the parts: ("ab", "c") and ("a", "bc") differ.
  const parts = JSON.stringify([baseUrl, consumerKey, username, scope]);
  return fingerprintOf(parts);
}
