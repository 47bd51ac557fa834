import { expect, test } from "vitest";
import * as z from "zod/mini";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createMemoryClient, createMemoryTable } from "./memory-table.ts";

const any = z.looseObject({ id: z.string() });

function startMemory() {
  const memory = createMemoryTable(tables.store);
  const client = createMemoryClient(
    { [tables.store.name]: memory },
    async (command) => memory.answer(command),
  );
  return { memory, table: createTable(client, tables.store.name) };
}

// That it answers as the local DynamoDB, table.test.ts and open-lagging-tables.test.ts of test/shared/dynamodb prove.
test("the table in memory refuses an item above 400 KB", async () => {
  const { table } = startMemory();
  await expect(
    table.put({ id: "1", text: "é".repeat(205_000) }),
  ).rejects.toMatchObject({ name: "ValidationException" });
});

test("the table in memory deletes an item when its time to live has passed", async () => {
  const { memory, table } = startMemory();
  await table.put({ id: "1", expiresAtSeconds: 10 });
  expect(memory.expire(9_999)).toBe(0);
  expect(await table.get("1", any)).toBeDefined();
  expect(memory.expire(10_000)).toBe(1);
  expect(await table.get("1", any)).toBeUndefined();
});
