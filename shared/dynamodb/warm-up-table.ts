import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { toAttributes } from "./expressions.ts";
import { createTable, type Table } from "./table.ts";

/** No item is there and not there at the same time, so DynamoDB refuses each write with this condition. */
const impossible = "attribute_exists(id) AND attribute_not_exists(id)";

/**
 * Creates a table for the warm-up of a sandbox. Its reads are real. A put is sent like a real one, with a condition
 * that cannot be true, and then counts as done. All other writes are refused here.
 */
export function createWarmUpTable(client: DynamoDBClient, name: string): Table {
  return {
    ...createTable(client, name),
    async putIfAbsent(item) {
      try {
        await client.send(
          new PutItemCommand({
            TableName: name,
            Item: toAttributes(item),
            ConditionExpression: impossible,
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
      return true;
    },
    put: refuse,
    update: refuse,
    updateOrRead: refuse,
    delete: refuse,
  };
}

function refuse(): Promise<never> {
  return Promise.reject(
    new Error("a warm-up writes nothing: use an event that needs one put only"),
  );
}
