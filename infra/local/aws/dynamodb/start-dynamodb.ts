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
  /** Where items persist; without it they are lost at the end of the process. */
  folder?: string;
  tables: readonly TableDefinition[];
};

export type LocalDynamoDb = { endpoint: string; close: () => Promise<void> };

/**
 * Starts DynamoDB on loopback and creates the tables that are missing.
 *
 * It has neither transactions nor TTL: expired items stay until they are overwritten or deleted.
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
  // Longer than any client keeps an idle socket, so that none is reused while it is being closed.
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
    // DynamoDB refuses an empty list.
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

/** Indexes may share an attribute; DynamoDB wants each named once. */
function attributes(names: readonly string[], AttributeType: "S" | "N") {
  return [...new Set(names)].map((AttributeName) => ({
    AttributeName,
    AttributeType,
  }));
}
