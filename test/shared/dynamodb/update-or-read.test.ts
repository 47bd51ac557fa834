import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { useStore } from "../store/store-for-test.ts";
import { startFailedConditions } from "../token/failed-conditions.ts";

const store = useStore();
const schema = z.looseObject({ count: z.number() });

describe("updateOrRead", () => {
  test("resolves to the written item when the condition holds", async () => {
    const { table } = store();
    await table.putIfAbsent({ id: "written", count: 1 });
    const update = { add: { count: 1 }, where: { count: 1 } };
    expect(await table.updateOrRead("written", update, schema)).toEqual({
      applied: true,
      item: { id: "written", count: 2 },
    });
  });

  test("resolves to the unchanged item when the condition fails", async () => {
    const { table } = store();
    await table.putIfAbsent({ id: "failed", count: 1 });
    const update = { add: { count: 1 }, where: { count: 9 } };
    expect(await table.updateOrRead("failed", update, schema)).toEqual({
      applied: false,
      item: { id: "failed", count: 1 },
    });
  });

  test("resolves to no item when the item does not exist", async () => {
    const update = { set: { count: 1 }, where: {} };
    expect(await store().table.updateOrRead("never", update, schema)).toEqual({
      applied: false,
      item: undefined,
    });
  });

  test("does not read the item that the database sends with the failed condition", async () => {
    const database = await startFailedConditions({
      count: { N: "7" },
      note: { M: { text: { S: "x" } } },
    });
    const table = createTable(database.documents, "any");
    const update = { set: { count: 1 }, where: {} };
    expect(await table.updateOrRead("a", update, schema)).toEqual({
      applied: false,
      item: { count: 7, note: { text: "x" } },
    });
    expect(database.requests).toEqual(["UpdateItem"]);
    await database.close();
  });

  test("throws an item that does not fit the schema as an error", async () => {
    const { table } = store();
    await table.putIfAbsent({ id: "odd", count: "one" });
    const update = { set: { count: 2 }, where: { count: 9 } };
    await expect(
      table.updateOrRead("odd", update, schema),
    ).rejects.toMatchObject({ issues: [{ path: ["count"] }] });
  });
});

describe("update", () => {
  test("creates an absent item when createsItem is set and the conditions accept it", async () => {
    const { table, item } = store();
    const update = { add: { count: 1 }, createsItem: true };
    const refused = { ...update, where: { state: "open" } };
    expect(await table.update("created", refused)).toBe(false);
    expect(await item("created")).toBeUndefined();
    const accepted = { ...update, where: { "lease.endsAtMs": { atMost: 5 } } };
    expect(await table.update("created", accepted)).toBe(true);
    expect(await item("created")).toEqual({ id: "created", count: 1 });
  });

  test("is applied when one of several alternatives holds as a whole", async () => {
    const { table } = store();
    await table.putIfAbsent({ id: "either", state: "open", count: 1 });
    const isApplied = (...where: Record<string, string | number>[]) =>
      table.update("either", { set: { note: "x" }, where });
    expect(await isApplied({ state: "closed" }, { count: 1 })).toBe(true);
    expect(await isApplied({ state: "open" }, { count: 2 })).toBe(true);
    expect(
      await isApplied(
        { state: "open", count: 2 },
        { state: "closed", count: 1 },
      ),
    ).toBe(false);
  });

  test("creates no item through any of several alternatives", async () => {
    const { table, item } = store();
    const where = [{ count: 1 }, { count: { absent: true } as const }];
    expect(await table.update("none", { set: { note: "x" }, where })).toBe(
      false,
    );
    expect(await item("none")).toBeUndefined();
  });
});
