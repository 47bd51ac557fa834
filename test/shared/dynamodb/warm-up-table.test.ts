import { expect, test } from "vitest";
import * as z from "zod/mini";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createWarmUpTable } from "../../../shared/dynamodb/warm-up-table.ts";
import { useStore } from "../store/store-for-test.ts";

const store = useStore();
const create = () => createWarmUpTable(store().documents, tables.store.name);

test("a put of a warm-up counts as done, stores nothing, and leaves an item with the same id as it is", async () => {
  await store().table.putIfAbsent({ id: "old", count: 1 });
  for (const id of ["new", "old"])
    expect(await create().putIfAbsent({ id, count: 2 })).toBe(true);
  expect(await store().ids()).not.toContain("new");
  expect(await store().item("old")).toEqual({ id: "old", count: 1 });
});

test("a read of a warm-up is a real one", async () => {
  await store().table.putIfAbsent({ id: "read", count: 1 });
  const schema = z.object({ count: z.number() });
  expect(await create().get("read", schema)).toEqual({ count: 1 });
});

test("every other write of a warm-up is refused", async () => {
  await store().table.putIfAbsent({ id: "kept", count: 1 });
  const table = create();
  const update = { set: { count: 2 }, where: {} };
  const schema = z.unknown();
  for (const write of [
    () => table.put({ id: "kept", count: 2 }),
    () => table.update("kept", update),
    () => table.updateOrRead("kept", update, schema),
    () => table.delete("kept"),
  ])
    await expect(write()).rejects.toThrow("a warm-up writes nothing");
  expect(await store().item("kept")).toEqual({ id: "kept", count: 1 });
});
