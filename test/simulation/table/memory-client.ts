import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type MemoryTable, tableOf } from "./memory-table.ts";

/** What our code uses of the client of DynamoDB. */
export type TableClient = DynamoDBClient & DynamoDBDocumentClient;

export type Command = { constructor: { name: string }; input: object };

/** A client on tables in memory. */
export function createMemoryClient(
  tables: Record<string, MemoryTable>,
  send: (command: Command, table: MemoryTable) => Promise<object> = async (
    command,
    table,
  ) => ({ ...table.answer(command), $metadata: { attempts: 1 } }),
): TableClient {
  const [first] = Object.values(tables);
  const client = {
    send(command: Command): Promise<object> {
      return send(command, tables[tableOf(command) ?? ""] ?? first!);
    },
  };
  return client as unknown as TableClient;
}
