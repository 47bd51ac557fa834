import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  ScanCommand,
  type ScanCommandOutput,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { TableDefinition } from "../../../aws/deployment/tables.ts";
import {
  type HttpAnswer,
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../pages/http-server.ts";
import { type DynamoDbRequest, maxBodyBytes } from "./answer-directly.ts";

export type IndexLag = {
  /** An index shows a write after a random time up to this one. */
  maxLagMs: number;
  /** @default Date.now */
  nowMs?: () => number;
  /** Uniform in [0, 1). @default Math.random */
  random?: () => number;
};

type Database = {
  answer: (request: DynamoDbRequest) => Promise<HttpAnswer>;
  client: DynamoDBClient;
};

type LaggingIndexesOptions = Required<IndexLag> & {
  /** 0 takes any free port. */
  port: number;
  tables: readonly TableDefinition[];
  /** It has the items. */
  primary: Database;
  /** They have the indexes. Each follows the primary in its own time, and any of them answers a query. */
  replicas: readonly Database[];
};

/** What an index shows of an item from a time on: its keys and projected attributes, or nothing. */
type Version = { visibleAtMs: number; write: WriteRequest };
type Item = Record<string, AttributeValue>;

const writes = new Set(["PutItem", "UpdateItem", "DeleteItem"]);
const itemSchema = z.record(z.string(), z.custom<AttributeValue>());
/** Of a request that concerns one item, or an index. */
const requestSchema = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  Key: itemSchema.optional(),
  Item: itemSchema.optional(),
  ReturnValues: z.string().optional(),
});
type ParsedRequest = z.infer<typeof requestSchema>;
const answerSchema = z.object({ Attributes: itemSchema.optional() });
/** The limit of BatchWriteItem. */
const batchSize = 25;

/**
 * Starts a DynamoDB whose items are consistent and whose indexes lag behind, as on AWS: a query of an index still lists
 * an item that has left it, and misses an item that is new in it. Writes of different items become visible in any
 * order, writes of one item in their order. A later query may show less than an earlier one.
 */
export async function startLaggingIndexes({
  port,
  tables,
  primary,
  replicas,
  maxLagMs,
  nowMs,
  random,
}: LaggingIndexesOptions): Promise<HttpServer & Pick<Database, "answer">> {
  const runInTurn = createTurns();
  const attributes = new Map(
    tables.map(({ name, indexes = [] }) => [
      name,
      new Set(
        indexes.flatMap(({ partitionKey, sortKey, projected = [] }) => [
          partitionKey,
          sortKey,
          ...projected,
        ]),
      ),
    ]),
  );
  /** What each replica does not show yet, by table and by item, the oldest version first. */
  const pending = new Map(
    replicas.map((replica) => [
      replica,
      new Map<string, Map<string, Version[]>>(),
    ]),
  );

  function toWrite(table: string, id: string, item?: Item): WriteRequest {
    const shown = Object.entries(item ?? {}).filter(([name]) =>
      attributes.get(table)?.has(name),
    );
    return shown.length > 0
      ? {
          PutRequest: { Item: { ...Object.fromEntries(shown), id: { S: id } } },
        }
      : { DeleteRequest: { Key: { id: { S: id } } } };
  }

  /** Shows an item to each replica, after a time of its own. */
  function replicate(table: string, id: string, item?: Item): void {
    const write = toWrite(table, id, item);
    for (const items of pending.values()) {
      const ofTable = items.get(table) ?? new Map<string, Version[]>();
      const versions = ofTable.get(id) ?? [];
      const visibleAtMs = Math.max(
        versions.at(-1)?.visibleAtMs ?? 0,
        nowMs() + random() * maxLagMs,
      );
      versions.push({ visibleAtMs, write });
      items.set(table, ofTable.set(id, versions));
    }
  }

  /** Writes the changes to the replica that are visible by now. */
  async function catchUp(replica: Database, table: string): Promise<void> {
    const items = pending.get(replica)?.get(table);
    if (!items) return;
    const due: WriteRequest[] = [];
    for (const [id, versions] of items) {
      const firstPending = versions.findIndex(
        ({ visibleAtMs }) => visibleAtMs > nowMs(),
      );
      const seen = versions.splice(
        0,
        firstPending < 0 ? versions.length : firstPending,
      );
      const last = seen.at(-1);
      if (last) due.push(last.write);
      if (versions.length === 0) items.delete(id);
    }
    await writeAll(replica, table, due);
  }

  async function answerWrite(
    request: DynamoDbRequest,
    parsed: ParsedRequest,
    id: string,
  ): Promise<HttpAnswer> {
    const { TableName } = parsed;
    // In turn, because the item is known after the write, and its versions must stay in order.
    return runInTurn(`${TableName} ${id}`, async () => {
      const answer = await primary.answer(request);
      if (answer.status === 200)
        replicate(TableName, id, await itemAfter(request, parsed, answer));
      return answer;
    });
  }

  /** The item after a write. It is read only if neither the request nor the answer has it. */
  async function itemAfter(
    request: DynamoDbRequest,
    { TableName, Key, Item, ReturnValues }: ParsedRequest,
    { body = "" }: HttpAnswer,
  ): Promise<Item | undefined> {
    if (operationOf(request) !== "UpdateItem") return Item;
    if (ReturnValues === "ALL_NEW")
      return answerSchema.parse(JSON.parse(Buffer.from(body).toString()))
        .Attributes;
    const read = new GetItemCommand({ TableName, Key, ConsistentRead: true });
    return (await primary.client.send(read)).Item;
  }

  async function answer(request: DynamoDbRequest): Promise<HttpAnswer> {
    const operation = operationOf(request);
    const isIndexed = writes.has(operation) || operation === "Query";
    if (!isIndexed) return primary.answer(request);
    const body: unknown = JSON.parse(request.body.toString());
    const parsed = requestSchema.parse(body);
    const { TableName, IndexName, Key, Item } = parsed;
    const id = (Key ?? Item)?.["id"]?.S;
    if (id !== undefined) return answerWrite(request, parsed, id);
    if (IndexName === undefined) return primary.answer(request);
    const replica = replicas[Math.floor(random() * replicas.length)] ?? primary;
    await runInTurn(replica, () => catchUp(replica, TableName));
    return replica.answer(request);
  }

  for (const { name } of tables)
    for await (const items of scan(primary, name))
      for (const replica of replicas)
        await writeAll(
          replica,
          name,
          items.map((item) => toWrite(name, item["id"]?.S ?? "", item)),
        );
  const server = await startHttpServer({
    port,
    maxBodyBytes,
    tooLarge: jsonAnswer(413, {}),
    answer,
  });
  return { ...server, answer };
}

function operationOf({ headers }: DynamoDbRequest): string {
  return headers.get("x-amz-target")?.[0]?.split(".")[1] ?? "";
}

async function writeAll(
  { client }: Database,
  table: string,
  requests: readonly WriteRequest[],
): Promise<void> {
  for (let from = 0; from < requests.length; from += batchSize)
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: { [table]: requests.slice(from, from + batchSize) },
      }),
    );
}

/** All items of a table, page by page. */
async function* scan(
  { client }: Database,
  TableName: string,
): AsyncGenerator<Item[]> {
  let from: ScanCommandOutput["LastEvaluatedKey"];
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName, ExclusiveStartKey: from }),
    );
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}

/** Creates a function that runs the work of a key after all earlier work of that key. */
function createTurns() {
  const last = new Map<unknown, Promise<unknown>>();
  return <T>(key: unknown, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
