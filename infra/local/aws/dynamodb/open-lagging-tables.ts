import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import { tables } from "../../../aws/deployment/tables.ts";
import type { HttpAnswer } from "../../../pages/http-server.ts";
import { inputOf, targetOf } from "../aws-error.ts";
import { tableInputSchema } from "../permissions.ts";
import {
  type DynamoDbRequest,
  openTables,
  type OpenTables,
} from "./open-tables.ts";

export type IndexLag = {
  /** An index shows a write after a random time up to this one. */
  maxLagMs: number;
  nowMs?: () => number;
  /** Uniform in [0, 1). @default Math.random */
  random?: () => number;
};

const writes = ["PutItem", "UpdateItem", "DeleteItem"];
/** An index partition of AWS has three copies. With two, a query can already show less than an earlier one. */
const replicaCount = 2;
const batchSize = 25;

/**
 * Opens tables whose items are consistent and whose indexes lag behind, as on AWS: a query of an index still lists an
 * item that has left the index, and misses a new one. Writes of different items become visible in any order. A later
 * query may show less than an earlier one.
 *
 * The primary has the items, and the replicas have the indexes. After a write, each replica copies the item at a time
 * of its own. Of several writes before that time, it copies the last one. Any replica answers a query.
 */
export async function openLaggingTables(
  folder: string | undefined,
  { maxLagMs, nowMs = Date.now, random = Math.random }: IndexLag,
): Promise<OpenTables> {
  const primary = await openTables(folder);
  const tableNames: string[] = Object.values(tables).map(({ name }) => name);
  const followers = await Promise.all(
    Array.from({ length: replicaCount }, async () => ({
      replica: await openTables(undefined),
      /** When the replica copies each item (epoch ms), by the table and the id of the item. */
      due: new Map(tableNames.map((name) => [name, new Map<string, number>()])),
      copying: Promise.resolve(),
    })),
  );
  type Follower = (typeof followers)[number];

  /** Copies what is due. A second call waits for the first one, so no older state replaces a newer one. */
  async function catchUp(follower: Follower, table: string): Promise<void> {
    const due = follower.due.get(table) ?? new Map<string, number>();
    follower.copying = follower.copying.then(async () => {
      const ids = [...due].flatMap(([id, atMs]) =>
        atMs > nowMs() ? [] : [id],
      );
      for (let from = 0; from < ids.length; from += batchSize) {
        const some = ids.slice(from, from + batchSize);
        for (const id of some) due.delete(id);
        await copy(primary.client, follower.replica.client, table, some);
      }
    });
    await follower.copying;
  }

  async function answerWrite(
    request: DynamoDbRequest,
    table: string,
    id: string,
  ): Promise<HttpAnswer> {
    // What is due now must be copied before the item changes again.
    for (const follower of followers) await catchUp(follower, table);
    const answered = await primary.answer(request);
    if (answered.status === 200)
      for (const { due } of followers) {
        const items = due.get(table);
        const atMs = nowMs() + random() * maxLagMs;
        if (!items?.has(id)) items?.set(id, atMs);
      }
    return answered;
  }

  async function answer(request: DynamoDbRequest): Promise<HttpAnswer> {
    const [, operation = ""] = targetOf(request);
    const isWrite = writes.includes(operation);
    if (!isWrite && operation !== "Query") return primary.answer(request);
    const {
      TableName = "",
      IndexName,
      Key,
      Item,
    } = tableInputSchema.parse(inputOf(request));
    const id = (Key ?? Item)?.id.S;
    if (isWrite && id !== undefined) return answerWrite(request, TableName, id);
    const follower = followers[Math.floor(random() * followers.length)];
    if (IndexName === undefined || !follower) return primary.answer(request);
    await catchUp(follower, TableName);
    return follower.replica.answer(request);
  }

  // At the start, each replica has to copy all items that the folder kept.
  for (const TableName of tableNames)
    for await (const { Items = [] } of paginateScan(
      { client: primary.client },
      { TableName, ProjectionExpression: "id" },
    ))
      for (const { due } of followers)
        for (const { id } of Items) due.get(TableName)?.set(id?.S ?? "", 0);
  return {
    answer,
    close: async () => {
      await primary.close();
      for (const { replica } of followers) await replica.close();
    },
  };
}

/** Gives a replica the current state of these items of a table. */
async function copy(
  primary: DynamoDBClient,
  replica: DynamoDBClient,
  table: string,
  ids: readonly string[],
): Promise<void> {
  const Keys = ids.map((id) => ({ id: { S: id } }));
  const { Responses = {} } = await primary.send(
    new BatchGetItemCommand({
      RequestItems: { [table]: { Keys, ConsistentRead: true } },
    }),
  );
  const items = Responses[table] ?? [];
  const gone = Keys.filter(
    (key) => !items.some(({ id }) => id?.S === key.id.S),
  );
  await replica.send(
    new BatchWriteItemCommand({
      RequestItems: {
        [table]: [
          ...items.map((Item) => ({ PutRequest: { Item } })),
          ...gone.map((Key) => ({ DeleteRequest: { Key } })),
        ],
      },
    }),
  );
}
