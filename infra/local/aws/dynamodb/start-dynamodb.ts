import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
} from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import type { TableDefinition } from "../../../tables.ts";
import { localRegion } from "../arn.ts";
import { closeServer, listen } from "../../http-server.ts";

export type DynamoDbOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** Folder that keeps the items after the process has ended. @default none: the items are in memory */
  folder?: string;
  tables: readonly TableDefinition[];
};

export type LocalDynamoDb = { endpoint: string; close: () => Promise<void> };

/**
 * Starts DynamoDB (dynalite) on loopback and creates the missing tables.
 *
 * It is kinder than AWS in three ways: every read and every index shows a write immediately; there is no throttling of
 * a table or a partition; and any credentials are accepted. Two features are missing: transactions, and the TTL sweep,
 * so an expired item stays until it is overwritten or deleted.
 */
export async function startDynamoDb({
  port = 0,
  folder,
  tables,
}: DynamoDbOptions): Promise<LocalDynamoDb> {
  const server = dynalite({
    createTableMs: 0,
    ...(folder === undefined ? {} : { path: folder }),
  });
  // Longer than the idle timeout of any client. Otherwise a client could reuse a socket that the server is closing.
  server.keepAliveTimeout = 120_000;
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`;
  await createMissingTables(endpoint, tables);
  return { endpoint, close: () => closeServer(server) };
}

async function createMissingTables(
  endpoint: string,
  tables: readonly TableDefinition[],
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: localRegion,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    if (TableNames.includes(table.name)) continue;
    await client.send(new CreateTableCommand(toRequest(table)));
  }
  client.destroy();
}

function toRequest({
  name,
  partitionKey,
  indexes = [],
}: TableDefinition): CreateTableCommandInput {
  const strings = [partitionKey, ...indexes.map((one) => one.partitionKey)];
  const numbers = indexes.map(({ sortKey }) => sortKey);
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      ...attributes(strings, "S"),
      ...attributes(numbers, "N"),
    ],
    KeySchema: [{ AttributeName: partitionKey, KeyType: "HASH" }],
    // DynamoDB rejects an empty list of indexes.
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: "HASH" },
          { AttributeName: index.sortKey, KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    }),
  };
}

/** Defines each attribute once, because DynamoDB rejects duplicates and indexes may share an attribute. */
function attributes(names: readonly string[], AttributeType: "S" | "N") {
  return [...new Set(names)].map((AttributeName) => ({
    AttributeName,
    AttributeType,
  }));
}
