import { DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
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
});
