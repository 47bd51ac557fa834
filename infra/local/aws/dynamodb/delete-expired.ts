import {
  ConditionalCheckFailedException,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";
import { hourMs } from "../../../../shared/durations.ts";
import { localAwsOptions } from "../../../cli/local-aws-options.ts";
import {
  type TableDefinition,
  tables,
} from "../../../aws/deployment/tables.ts";

/** Deletes the items of a table whose time to live has ended, as DynamoDB does by itself within days. */
export async function deleteExpired(
  client: DynamoDBDocumentClient,
  { name, partitionKey, ttlAttribute }: TableDefinition,
  nowMs: number,
): Promise<void> {
  const values = { ":now": Math.floor(nowMs / 1_000) };
  const scanned = paginateScan(
    { client },
    {
      TableName: name,
      FilterExpression: "#ttl < :now",
      ProjectionExpression: "#key",
      ExpressionAttributeNames: { "#ttl": ttlAttribute, "#key": partitionKey },
      ExpressionAttributeValues: values,
    },
  );
  for await (const { Items = [] } of scanned)
    for (const key of Items)
      await client
        .send(
          new DeleteCommand({
            TableName: name,
            Key: key,
            ConditionExpression: "#ttl < :now",
            ExpressionAttributeNames: { "#ttl": ttlAttribute },
            ExpressionAttributeValues: values,
          }),
        )
        .catch(ignoreChangedItem);
}

/** The item has got a later time to live since the scan. */
function ignoreChangedItem(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

/** Deletes the expired items of a local DynamoDB at the start and each hour. A run that fails is left to the next one. */
export function startExpiry(endpoint: string): { close: () => Promise<void> } {
  const client = new DynamoDBClient(localAwsOptions(endpoint));
  const documents = DynamoDBDocumentClient.from(client);
  let running = Promise.resolve();
  const run = () => {
    running = deleteAll().catch(() => undefined);
  };
  async function deleteAll(): Promise<void> {
    for (const table of Object.values(tables))
      await deleteExpired(documents, table, Date.now());
  }
  run();
  const timer = setInterval(run, hourMs);
  return {
    close: async () => {
      clearInterval(timer);
      await running;
      client.destroy();
    },
  };
}
