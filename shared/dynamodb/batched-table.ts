import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createTable, type Table } from "./table.ts";

type Item = Record<string, AttributeValue>;
type Batch = { ids: Set<string>; items: Promise<Map<string, Item>> };

/** DynamoDB takes at most this many keys in a request. */
const maxKeys = 100;
/** What DynamoDB leaves out, because an answer is too large or a partition too busy, is asked for again. */
const maxRounds = 8;
const firstPauseMs = 10;

/** A table for work on many items at once: reads that begin at the same moment are sent together. */
export function createBatchedTable(
  client: DynamoDBClient,
  name: string,
  sleepMs: (durationMs: number) => Promise<unknown> = setTimeout,
): Table {
  /** The batch that still takes ids. */
  let filling: Batch | undefined;

  function createBatch(): Batch {
    const ids = new Set<string>();
    const items = setImmediate().then(async () => {
      // A read that begins from here on comes too late for this batch.
      if (filling?.ids === ids) filling = undefined;
      return readAll([...ids]);
    });
    return { ids, items };
  }

  async function readAll(asked: readonly string[]): Promise<Map<string, Item>> {
    const found = new Map<string, Item>();
    let left = asked;
    for (let round = 0; left.length > 0; round++) {
      if (round === maxRounds)
        throw new Error("DynamoDB did not read all items of a batch");
      if (round > 0) await sleepMs(firstPauseMs * 2 ** (round - 1));
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetItemCommand({
          RequestItems: {
            [name]: {
              Keys: left.map((id) => ({ id: { S: id } })),
              ConsistentRead: true,
            },
          },
        }),
      );
      for (const item of Responses?.[name] ?? []) found.set(idOf(item), item);
      left = (UnprocessedKeys?.[name]?.Keys ?? []).map(idOf);
    }
    return found;
  }

  return {
    ...createTable(client, name),

    async get(id, schema) {
      if (filling && filling.ids.size >= maxKeys && !filling.ids.has(id))
        filling = undefined;
      const batch = (filling ??= createBatch());
      batch.ids.add(id);
      const item = (await batch.items).get(id);
      return item === undefined ? undefined : schema.parse(unmarshall(item));
    },
  };
}

function idOf({ id }: Item): string {
  return id?.S ?? "";
}
