import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();
const schema = z.object({ count: z.number() });

test("the first put wins, and those after it change nothing", async () => {
  const { table } = lifecycle();
  expect(await table.putIfAbsent({ id: "put", count: 1 })).toBe(true);
  expect(await table.putIfAbsent({ id: "put", count: 2 })).toBe(false);
  expect(await table.get("put", schema)).toEqual({ count: 1 });
});

test("an item that is not there is undefined, and one of another shape is an error", async () => {
  const { table } = lifecycle();
  expect(await table.get("absent", schema)).toBeUndefined();
  await table.putIfAbsent({ id: "odd", count: "one" });
  await expect(table.get("odd", schema)).rejects.toMatchObject({
    issues: [{ path: ["count"] }],
  });
});

describe("an update", () => {
  test("does not make an item", async () => {
    const { table, item } = lifecycle();
    const update = { set: { count: 1 }, where: {} };
    expect(await table.update("never", update)).toBe(false);
    expect(await item("never")).toBeUndefined();
  });

  test("happens where every value of `where` is as said, else nothing is written", async () => {
    const { table, item } = lifecycle();
    await table.putIfAbsent({ id: "where", state: "open", count: 1 });
    const set = { count: 9 };
    for (const where of [
      { state: "closed" },
      { state: "open", count: 2 },
      { other: "absent" },
    ])
      expect(await table.update("where", { set, where })).toBe(false);
    expect(await item("where")).toMatchObject({ state: "open", count: 1 });

    const where = { state: "open", count: 1 };
    expect(await table.update("where", { set, where })).toBe(true);
    expect(await item("where")).toMatchObject({ state: "open", count: 9 });
  });

  test("reaches into a map and leaves the rest of it", async () => {
    const { table, item } = lifecycle();
    await table.putIfAbsent({ id: "map", steps: { "create person": 1 } });
    const set = { "steps.seed tasks": 2 };
    await table.update("map", { set, where: {} });
    expect(await item("map")).toEqual({
      id: "map",
      steps: { "create person": 1, "seed tasks": 2 },
    });
  });

  test("takes words that the database reserves as names", async () => {
    const { table, item } = lifecycle();
    await table.putIfAbsent({ id: "words", status: "new", name: "n" });
    const update = {
      set: { state: "on", timestamp: 1 },
      remove: ["name"],
      where: { status: "new" },
    };
    expect(await table.update("words", update)).toBe(true);
    expect(await item("words")).toEqual({
      id: "words",
      status: "new",
      state: "on",
      timestamp: 1,
    });
  });

  test("leaves what is undefined as it is", async () => {
    const { table, item } = lifecycle();
    await table.putIfAbsent({ id: "undefined", one: 1 });
    const set = { one: undefined, two: { three: undefined, four: 4 } };
    await table.update("undefined", { set, where: {} });
    expect(await item("undefined")).toEqual({
      id: "undefined",
      one: 1,
      two: { four: 4 },
    });
  });
});

test("an item can be deleted, also when it is not there", async () => {
  const { table } = lifecycle();
  await table.putIfAbsent({ id: "delete", count: 1 });
  await table.delete("delete");
  await table.delete("delete");
  expect(await table.get("delete", schema)).toBeUndefined();
});
