import type { AbstractBatchOperation } from "abstract-level";
import {
  create,
  getIndexActions,
  type StoredTable,
} from "dynalite/db/index.js";
import { tables } from "../../../aws/deployment/tables.ts";

/**
 * Writes the index entries of a stored database anew from its items, before dynalite opens it. dynalite 4.0.0
 * writes the entries first and the item after them, so a process that was killed in between leaves the entry of a write
 * that did not happen, in place of the earlier entry. A write of DynamoDB is never cut off in this way.
 */
export async function repairIndexes(folder: string): Promise<void> {
  const { db } = create({ path: folder });
  try {
    for (const { name } of Object.values(tables)) {
      const table = await db.get(`table~${name}`);
      if (isTable(table)) await repairTable(db, name, table);
    }
  } finally {
    await db.close();
  }
}

type Database = ReturnType<typeof create>["db"];

async function repairTable(
  db: Database,
  name: string,
  table: StoredTable,
): Promise<void> {
  const prefix = `index-global~${name}~`;
  const entries: AbstractBatchOperation<Database, string, unknown>[] = [];
  for await (const item of db.values(rangeOf(`item-${name}~`))) {
    const indexes = table.GlobalSecondaryIndexes ?? [];
    const { puts } = getIndexActions(indexes, null, item, table);
    for (const { index, key, item: value } of puts)
      entries.push({ type: "put", key: `${prefix}${index}~${key}`, value });
  }
  await db.clear(rangeOf(prefix));
  await db.batch(entries);
}

function rangeOf(prefix: string) {
  return { gte: prefix, lt: `${prefix}\u00ff` };
}

function isTable(stored: unknown): stored is StoredTable {
  return typeof stored === "object" && stored !== null && "KeySchema" in stored;
}
