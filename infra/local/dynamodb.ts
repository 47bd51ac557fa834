import {
  CreateTableCommand,
  DynamoDBClient,
  ListTablesCommand,
} from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import type { TableDefinition } from "../tables.ts";
import { localRegion } from "./arn.ts";
import { closeServer, listen } from "./http-server.ts";

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
  for (const { name, partitionKey } of tables) {
    if (TableNames.includes(name)) continue;
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [
          { AttributeName: partitionKey, AttributeType: "S" },
        ],
        KeySchema: [{ AttributeName: partitionKey, KeyType: "HASH" }],
      }),
    );
  }
  client.destroy();
}
