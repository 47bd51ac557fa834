import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { TablesForTest } from "../../fixtures/tables-for-test.ts";

/** All items of the store table. */
export async function scanItems({
  documents,
}: TablesForTest): Promise<Record<string, unknown>[]> {
  const command = new ScanCommand({ TableName: tables.store.name });
  const { Items = [] } = await documents.send(command);
  return Items;
}
