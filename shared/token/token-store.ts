import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { updateIf } from "./conditional-update.ts";
import {
  type IssuedToken,
  type TokenItem,
  tokenItemSchema,
} from "./token-item.ts";

/** Whether the write took effect, and the item as it is now: ours when applied, else what stood in the way. */
export type ConditionalWrite =
  | { applied: true; item: TokenItem }
  | { applied: false; item: TokenItem | undefined };

/** What all sandboxes share about a token. Every method throws when the table cannot be used. */
export type TokenStore = {
  read(id: string): Promise<TokenItem | undefined>;
  /**
   * Asks to be the one who logs in until `nowMs + leaseMs`. Applied when there is no good token, or only the `unwanted`
   * one; when nobody else has the lease; and when no refusal is remembered.
   */
  lease(
    id: string,
    terms: { nowMs: number; leaseMs: number; unwanted: string | undefined },
  ): Promise<ConditionalWrite>;
  /** Keeps what the leader of this fence was issued, unless a later leader was answered before. */
  save(
    id: string,
    fence: number,
    issued: IssuedToken,
  ): Promise<ConditionalWrite>;
  /** Remembers that the leader of this fence was refused, unless a later leader was answered before. */
  refuse(
    id: string,
    fence: number,
    refusedUntilMs: number,
  ): Promise<ConditionalWrite>;
  /** Ends this very access token; a newer one stays. Its refresh token may still be good. */
  invalidate(id: string, accessToken: string): Promise<ConditionalWrite>;
};

// The table's TTL only sweeps what is long dead: a token lives a day at most, and each lease moves this on.
const SWEPT_AFTER_SECONDS = 2 * 24 * 60 * 60;

const NO_GOOD_TOKEN =
  "(attribute_not_exists(issued) OR issued.expiresAtMs <= :now OR issued.accessToken = :unwanted)";
const NOBODY_LEADS = "(attribute_not_exists(lease) OR lease.endsAtMs <= :now)";
const NOT_REFUSED =
  "(attribute_not_exists(refusedUntilMs) OR refusedUntilMs <= :now)";
// An item that somebody deleted meanwhile is not brought back: it would start with half of its attributes.
const NO_LATER_ANSWER =
  "attribute_exists(fence) AND (attribute_not_exists(answeredFence) OR answeredFence < :fence)";
const IS_THE_REJECTED = "issued.accessToken = :rejected";

/**
 * The `tokens` table (string partition key `id`), by conditional writes to single items only. Give it a client with
 * short timeouts and few attempts: while the table is out, a request waits for them before it goes on without.
 */
export function createTokenStore(
  documents: DynamoDBDocumentClient,
  tableName: string,
): TokenStore {
  async function read(id: string): Promise<TokenItem | undefined> {
    const { Item } = await documents.send(
      new GetCommand({
        TableName: tableName,
        Key: { id },
        ConsistentRead: true,
      }),
    );
    return Item && tokenItemSchema.parse(Item);
  }

  async function write(
    id: string,
    update: string,
    condition: string,
    values: Record<string, unknown>,
  ): Promise<ConditionalWrite> {
    const change = { documents, tableName, id, update, condition, values };
    const { applied, item } = await updateIf(change);
    if (applied) return { applied, item: tokenItemSchema.parse(item) };
    return {
      applied,
      item: item ? tokenItemSchema.parse(item) : await read(id),
    };
  }

  return {
    read,
    lease: (id, { nowMs, leaseMs, unwanted }) =>
      write(
        id,
        "SET lease = :lease, expiresAtSeconds = :swept ADD fence :one",
        `${NO_GOOD_TOKEN} AND ${NOBODY_LEADS} AND ${NOT_REFUSED}`,
        {
          ":now": nowMs,
          ":unwanted": unwanted ?? null, // null equals no token
          ":lease": { startedAtMs: nowMs, endsAtMs: nowMs + leaseMs },
          ":swept": Math.floor(nowMs / 1000) + SWEPT_AFTER_SECONDS,
          ":one": 1,
        },
      ),
    save: (id, fence, issued) =>
      write(
        id,
        "SET issued = :issued, answeredFence = :fence REMOVE lease, refusedUntilMs",
        NO_LATER_ANSWER,
        { ":issued": issued, ":fence": fence },
      ),
    refuse: (id, fence, refusedUntilMs) =>
      write(
        id,
        "SET refusedUntilMs = :until, answeredFence = :fence REMOVE lease",
        NO_LATER_ANSWER,
        { ":until": refusedUntilMs, ":fence": fence },
      ),
    invalidate: (id, accessToken) =>
      write(id, "SET issued.expiresAtMs = :ended", IS_THE_REJECTED, {
        ":ended": 0,
        ":rejected": accessToken,
      }),
  };
}
