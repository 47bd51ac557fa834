import { DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { AbstractValueIterator } from "abstract-level";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";

describe("local DynamoDB", () => {
  test("a query leaves no iterator open, which would keep all items as they were at that time", async () => {
    const server = await startDynamoDb();
    onTestFinished(server.close);
    const client = new DynamoDBClient(localAwsOptions(server.endpoint));
    onTestFinished(() => client.destroy());
    const [index] = tables.store.indexes;
    const query = new QueryCommand({
      TableName: tables.store.name,
      IndexName: index.name,
      KeyConditionExpression: "#key = :key",
      ExpressionAttributeNames: { "#key": index.partitionKey },
      ExpressionAttributeValues: { ":key": { S: "E-1" } },
    });
    const close = vi.spyOn(AbstractValueIterator.prototype, "close");
    onTestFinished(() => {
      close.mockRestore();
    });
    for (let count = 0; count < 20; count++) await client.send(query);
    expect(close).toHaveBeenCalledTimes(20);
  });
});
