import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { AbstractValueIterator } from "abstract-level";
import { afterEach, describe, expect, test, vi } from "vitest";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function start(folder?: string) {
  const server = await startDynamoDb({
    tables: Object.values(tables),
    ...(folder === undefined ? {} : { folder }),
  });
  const client = new DynamoDBClient(localAwsOptions(server.endpoint));
  return {
    client,
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
}

describe("local DynamoDB", () => {
  test("a query leaves no iterator open, which would keep all items as they were at that time", async () => {
    const { client, close: stop } = await start();
    cleanups.push(stop);
    const [index] = tables.store.indexes;
    const query = new QueryCommand({
      TableName: tables.store.name,
      IndexName: index.name,
      KeyConditionExpression: "#key = :key",
      ExpressionAttributeNames: { "#key": index.partitionKey },
      ExpressionAttributeValues: { ":key": { S: "E-1" } },
    });
    const close = vi.spyOn(AbstractValueIterator.prototype, "close");
    cleanups.push(() => close.mockRestore());
    for (let count = 0; count < 20; count++) await client.send(query);
    expect(close).toHaveBeenCalledTimes(20);
  });

  test("creates every index of a table with the attributes that it projects", async () => {
    const { client, close } = await start();
    cleanups.push(close);
    const { Table } = await client.send(
      new DescribeTableCommand({ TableName: "store" }),
    );
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    expect(
      Object.fromEntries(
        indexes.map(({ IndexName, KeySchema = [] }) => [
          IndexName,
          KeySchema.map(({ AttributeName }) => AttributeName),
        ]),
      ),
    ).toEqual({
      due: ["status", "dueAtMs"],
      employee: ["employeeId", "createdAtMs"],
      caller: ["sentBy", "createdAtMs"],
      outage: ["outage", "wakeOrder"],
      payload: ["holds", "payloadUntilMs"],
      open: ["open", "createdAtMs"],
      created: ["shard", "createdAtMs"],
      state: ["state", "hiredAtMs"],
      notice: ["notice", "noticeAtMs"],
    });
    const projected = indexes.filter(
      ({ Projection }) => Projection?.ProjectionType !== "KEYS_ONLY",
    );
    expect(
      projected.map(({ IndexName, Projection }) => [IndexName, Projection]),
    ).toEqual([
      [
        "open",
        {
          ProjectionType: "INCLUDE",
          NonKeyAttributes: ["type", "caller", "reason"],
        },
      ],
      [
        "created",
        { ProjectionType: "INCLUDE", NonKeyAttributes: ["type", "caller"] },
      ],
    ]);
  });

  test("keeps the items of a folder for the next start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dynamodb-"));
    cleanups.push(() => rm(folder, { recursive: true }));
    const first = await start(folder);
    await first.client.send(
      new PutItemCommand({ TableName: "store", Item: { id: { S: "kept" } } }),
    );
    await first.close();

    const second = await start(folder);
    cleanups.push(second.close);
    const { Item } = await second.client.send(
      new GetItemCommand({ TableName: "store", Key: { id: { S: "kept" } } }),
    );
    expect(Item).toEqual({ id: { S: "kept" } });
  });
});
