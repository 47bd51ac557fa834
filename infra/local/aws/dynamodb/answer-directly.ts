import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { HttpAnswer, HttpRequest } from "../../../pages/http-server.ts";
import {
  type AbstractIterator,
  AbstractKeyIterator,
  AbstractValueIterator,
  type AbstractBatchOperation,
} from "abstract-level";
import { isDeepStrictEqual } from "node:util";
import {
  create,
  getIndexActions,
  type StoredTable,
} from "dynalite/db/index.js";
import type { TableDefinition } from "../../../aws/deployment/tables.ts";

/** A request has at most 16 MB. */
export const maxBodyBytes = 16 * 2 ** 20;

/** A request of the JSON protocol, always a POST of `/`. */
export type DynamoDbRequest = Pick<HttpRequest, "headers" | "body">;

/**
 * Answers a request as the server of dynalite 4.0.0 does, without a connection: the server gets the few parts of a
 * request and of a response that it uses. A connection would cost as much time as the work itself.
 *
 * @throws Error if the server is closed
 */
export async function answerDirectly(
  server: Server,
  { headers, body }: DynamoDbRequest,
): Promise<HttpAnswer> {
  if (!server.listening) throw new Error("The local DynamoDB is closed.");
  const request = Object.assign(new EventEmitter(), {
    method: "POST",
    url: "/",
    headers: Object.fromEntries(
      [...headers].map(([name, values]) => [name, values.join()]),
    ),
  });
  return new Promise((resolve) => {
    const answered: Record<string, string> = {};
    const response = {
      statusCode: 200,
      setHeader(name: string, value: string | number) {
        answered[name.toLowerCase()] = String(value);
      },
      end(text: string) {
        resolve({ status: this.statusCode, headers: answered, body: text });
      },
    };
    server.emit("request", request, response);
    request.emit("data", body);
    request.emit("end");
  });
}

/**
 * Lets dynalite 4.0.0 close its iterators. After each query and scan it calls `return()`, which generators have and the
 * iterators of abstract-level lack. An iterator that stays open keeps all items as they were when it began, so the
 * memory of a long `npm start` would grow with each query.
 */
export function closeIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator])
    Object.defineProperty(prototype, "return", {
      configurable: true,
      value(this: AbstractIterator<unknown, unknown, unknown>) {
        return this.close();
      },
    });
}

/**
 * Brings the index entries of a stored database into agreement with its items, before dynalite opens it. dynalite 4.0.0
 * writes the entries first and the item after them, so a process that was killed in between leaves the entry of a write
 * that did not happen, and has deleted the entry before. A write of DynamoDB is never cut off in this way.
 */
export async function repairIndexes(
  folder: string,
  tables: readonly TableDefinition[],
): Promise<void> {
  const { db } = create({ path: folder });
  try {
    for (const { name } of tables) {
      const table = await db.get(`table~${name}`);
      if (isTable(table)) await repairTable(db, name, table);
    }
  } finally {
    await db.close();
  }
}

type Database = ReturnType<typeof create>["db"];

async function repairTable(
  db: Database,
  name: string,
  table: StoredTable,
): Promise<void> {
  const prefix = `index-global~${name}~`;
  /** The entries that the items need. */
  const missing = new Map<string, unknown>();
  for await (const item of db.values(rangeOf(`item-${name}~`))) {
    const indexes = table.GlobalSecondaryIndexes ?? [];
    const { puts } = getIndexActions(indexes, null, item, table);
    for (const { index, key, item: entry } of puts)
      // As it is stored: without attributes that the item does not have.
      missing.set(
        `${prefix}${index}~${key}`,
        JSON.parse(JSON.stringify(entry)),
      );
  }
  const changes: AbstractBatchOperation<Database, string, unknown>[] = [];
  for await (const [key, entry] of db.iterator(rangeOf(prefix)))
    if (isDeepStrictEqual(missing.get(key), entry)) missing.delete(key);
    else if (!missing.has(key)) changes.push({ type: "del", key });
  for (const [key, value] of missing) changes.push({ type: "put", key, value });
  await db.batch(changes);
}

function rangeOf(prefix: string) {
  return { gte: prefix, lt: `${prefix}\u00ff` };
}

function isTable(stored: unknown): stored is StoredTable {
  return typeof stored === "object" && stored !== null && "KeySchema" in stored;
}
