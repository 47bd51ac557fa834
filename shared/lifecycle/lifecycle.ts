import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createEmployees } from "./employees.ts";
import { createIdentities } from "./identities.ts";
import { createOperations } from "./operations.ts";
import { createPayloads } from "./payloads.ts";
import { createTable } from "./table.ts";

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Everything we remember, in one table. */
export function createLifecycle(
  client: DynamoDBDocumentClient,
  tableName: string,
  nowMs: () => number,
) {
  const table = createTable(client, tableName);
  return {
    employees: createEmployees(table),
    identities: createIdentities(table),
    operations: createOperations(table, nowMs),
    payloads: createPayloads(table, nowMs),
  };
}
