import {
  type BatchGetItemCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";

const name = "items";
const schema = z.object({ id: z.string() });

/**
 * A table that has an item of each id. DynamoDB reads the first keys of a request, and names the keys that it left out.
 *
 * @returns also the ids of each request, and the pauses before later requests
 */
function createTable(keysPerRequest = 100) {
  const requests: (string | undefined)[][] = [];
  const pausesMs: number[] = [];
  const client = Object.assign(new DynamoDBClient(), {
    send: async ({ input: { RequestItems } }: BatchGetItemCommand) => {
      const { Keys = [], ConsistentRead } = RequestItems?.[name] ?? {};
      expect(ConsistentRead).toBe(true);
      requests.push(Keys.map(({ id }) => id?.S));
      return {
        Responses: { [name]: Keys.slice(0, keysPerRequest) },
        UnprocessedKeys: { [name]: { Keys: Keys.slice(keysPerRequest) } },
      };
    },
  });
  const sleepMs = async (durationMs: number) => pausesMs.push(durationMs);
  const table = createBatchedTable(client, name, sleepMs);
  const read = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => table.get(id, schema)));
  return { read, requests, pausesMs };
}

const many = Array.from({ length: 101 }, (_, index) => `id-${index}`);
const full = many.slice(0, 100);

test("reads of one moment share requests of at most 100 keys, and a repeated id is asked for once", async () => {
  const { read, requests } = createTable();
  const ids = [...full, "id-0", "id-100", "id-100"];
  expect(await read(ids)).toEqual(ids.map((id) => ({ id })));
  expect(requests).toEqual([full, ["id-100"]]);
});

test("reads of two moments are two requests", async () => {
  const { read, requests } = createTable();
  await read(["a"]);
  expect(await read(["a", "b"])).toEqual([{ id: "a" }, { id: "b" }]);
  expect(requests).toEqual([["a"], ["a", "b"]]);
});

test("keys that DynamoDB left out are asked for again, after pauses that double", async () => {
  const { read, requests, pausesMs } = createTable(2);
  const ids = ["a", "b", "c", "d", "e"];
  expect(await read(ids)).toEqual(ids.map((id) => ({ id })));
  expect(requests).toEqual([ids, ["c", "d", "e"], ["e"]]);
  expect(pausesMs).toEqual([10, 20]);
});

test("a read fails if DynamoDB leaves its key out eight times", async () => {
  const { read, requests, pausesMs } = createTable(0);
  await expect(read(["a"])).rejects.toThrow("did not read all items");
  expect(requests).toHaveLength(8);
  expect(pausesMs.at(-1)).toBe(640);
});
