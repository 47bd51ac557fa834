import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
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
  test("creates all tables immediately, with on-demand capacity and the key id", async () => {
    const { client, close } = await start();
    cleanups.push(close);
    for (const { name } of Object.values(tables)) {
      const { Table } = await client.send(
        new DescribeTableCommand({ TableName: name }),
      );
      expect(Table?.TableStatus).toBe("ACTIVE");
      expect(Table?.BillingModeSummary?.BillingMode).toBe("PAY_PER_REQUEST");
      expect(Table?.KeySchema).toEqual([
        { AttributeName: "id", KeyType: "HASH" },
      ]);
    }
  });

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

  test("an index contains the keys of the items that have both of its attributes, ordered by its number", async () => {
    const { client, close } = await start();
    cleanups.push(close);
    const put = (id: string, dueAtMs?: number) =>
      client.send(
        new PutItemCommand({
          TableName: "store",
          Item: {
            id: { S: id },
            status: { S: "waiting" },
            reason: { S: "not a key" },
            ...(dueAtMs !== undefined && { dueAtMs: { N: String(dueAtMs) } }),
          },
        }),
      );
    // If the sort key were text, 1000 would come before 9.
    await Promise.all([put("late", 1000), put("soon", 9), put("never")]);

    const due = async (status = "waiting") => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: "store",
          IndexName: "due",
          KeyConditionExpression: "#status = :status AND dueAtMs <= :now",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: {
            ":status": { S: status },
            ":now": { N: "1000" },
          },
        }),
      );
      return Items;
    };
    expect(await due()).toEqual([
      { id: { S: "soon" }, status: { S: "waiting" }, dueAtMs: { N: "9" } },
      { id: { S: "late" }, status: { S: "waiting" }, dueAtMs: { N: "1000" } },
    ]);
    expect(await due("running")).toEqual([]);

    await client.send(
      new UpdateItemCommand({
        TableName: "store",
        Key: { id: { S: "soon" } },
        UpdateExpression: "REMOVE dueAtMs",
      }),
    );
    expect((await due()).map(({ id }) => id?.S)).toEqual(["late"]);
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

  test("accepts one of twenty concurrent conditional puts of the same id", async () => {
    const { client, close } = await start();
    cleanups.push(close);
    const puts = Array.from({ length: 20 }, () =>
      client.send(
        new PutItemCommand({
          TableName: "tokens",
          Item: { id: { S: "one" } },
          ConditionExpression: "attribute_not_exists(id)",
        }),
      ),
    );
    const results = await Promise.allSettled(puts);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(19);
    for (const result of refused) {
      expect(result).toHaveProperty(
        "reason",
        expect.any(ConditionalCheckFailedException),
      );
    }
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

  test("names a port that is in use in the error", async () => {
    const first = await startDynamoDb({ tables: [] });
    cleanups.push(first.close);
    const port = Number(new URL(first.endpoint).port);
    await expect(startDynamoDb({ port, tables: [] })).rejects.toMatchObject({
      message: expect.stringContaining(`127.0.0.1:${port}`) as string,
      cause: { code: "EADDRINUSE" },
    });
  });
});
