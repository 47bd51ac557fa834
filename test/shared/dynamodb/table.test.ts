import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Where } from "../../../shared/dynamodb/expressions.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { useStore } from "../store/store-for-test.ts";

const store = useStore();
const schema = z.object({ count: z.number() });

test("the first put of an item wins, and later puts change nothing", async () => {
  const { table } = store();
  expect(await table.putIfAbsent({ id: "put", count: 1 })).toBe(true);
  expect(await table.putIfAbsent({ id: "put", count: 2 })).toBe(false);
  expect(await table.get("put", schema)).toEqual({ count: 1 });
});

test("a missing item is undefined, and an item of another shape is an error", async () => {
  const { table } = store();
  expect(await table.get("absent", schema)).toBeUndefined();
  await table.putIfAbsent({ id: "odd", count: "one" });
  await expect(table.get("odd", schema)).rejects.toMatchObject({
    issues: [{ path: ["count"] }],
  });
});

test("a read is strongly consistent", async () => {
  const { table, documents } = store();
  const asked: unknown[] = [];
  documents.middlewareStack.add(
    (next) => (args) => {
      asked.push(args.input);
      return next(args);
    },
    { step: "initialize", name: "asked" },
  );
  await table.get("absent", schema);
  documents.middlewareStack.remove("asked");
  expect(asked).toMatchObject([{ ConsistentRead: true }]);
});

describe("an update", () => {
  test("an update does not create an item", async () => {
    const { table, item } = store();
    const update = { set: { count: 1 }, where: {} };
    expect(await table.update("never", update)).toBe(false);
    expect(await item("never")).toBeUndefined();
  });

  test("an update writes only if every value of `where` matches", async () => {
    const { table, item } = store();
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

  test.each<[what: string, condition: Where[string], fits: string[]]>([
    ["this text", "b", ["text"]],
    ["this number", 5, ["five"]],
    ["this truth value", true, ["true"]],
    ["one of these", { oneOf: ["b", 5, true] }, ["text", "five", "true"]],
    ["absent", { absent: true }, ["none"]],
    ["absent or below 5", { below: 5 }, ["none", "four"]],
    ["absent or at most 5", { atMost: 5 }, ["none", "four", "five"]],
  ])(
    "an update and a delete apply where an attribute is %s",
    async (what, condition, fits) => {
      const { table } = store();
      const values = { text: "b", four: 4, five: 5, six: 6, true: true };
      for (const [name, value] of Object.entries({
        ...values,
        none: undefined,
      })) {
        const id = `${what} ${name}`;
        await table.putIfAbsent({ id, value, steps: { deep: value } });
        const isFit = fits.includes(name);
        for (const where of [
          { value: condition },
          { "steps.deep": condition },
        ]) {
          const update = { set: { seen: 1 }, where };
          expect(await table.update(id, update)).toBe(isFit);
        }
        expect(await table.delete(id, { value: condition })).toBe(isFit);
        expect((await table.get(id, z.unknown())) === undefined).toBe(isFit);
      }
    },
  );

  test("an update adds numbers, an absent one from 0, and appends to lists", async () => {
    const { table, item } = store();
    await table.putIfAbsent({ id: "count", run: 1, history: ["a"] });
    const update = {
      add: { run: 1, other: 2 },
      append: { history: ["b", "c"], log: ["first"] },
      where: {},
    };
    expect(await table.update("count", update)).toBe(true);
    expect(await item("count")).toEqual({
      id: "count",
      run: 2,
      other: 2,
      history: ["a", "b", "c"],
      log: ["first"],
    });
  });

  test("an update loses none of fifty parallel additions", async () => {
    const { table, item } = store();
    await table.putIfAbsent({ id: "many" });
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    await Promise.all(
      numbers.map((index) =>
        table.update("many", {
          add: { count: 1 },
          append: { list: [index] },
          where: {},
        }),
      ),
    );
    const { count, list } = (await item("many")) ?? {};
    expect(count).toBe(50);
    expect(new Set(list as number[])).toEqual(new Set(numbers));
  });

  test("an update changes one entry of a map and leaves the others", async () => {
    const { table, item } = store();
    await table.putIfAbsent({ id: "map", steps: { "create person": 1 } });
    const set = { "steps.seed tasks": 2 };
    await table.update("map", { set, where: {} });
    expect(await item("map")).toEqual({
      id: "map",
      steps: { "create person": 1, "seed tasks": 2 },
    });
  });

  test("an update accepts reserved words as attribute names", async () => {
    const { table, item } = store();
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

  test("an update leaves undefined values unchanged", async () => {
    const { table, item } = store();
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

test("a delete succeeds, also when the item does not exist", async () => {
  const { table } = store();
  await table.putIfAbsent({ id: "delete", count: 1 });
  await table.delete("delete");
  await table.delete("delete");
  expect(await table.get("delete", schema)).toBeUndefined();
});

test("a delete needs all of its conditions", async () => {
  const { table, item } = store();
  const stored = { id: "both", employeeId: "E-1", count: 1 };
  await table.putIfAbsent(stored);
  for (const where of [
    { employeeId: "E-1", count: { below: 1 } },
    { count: { below: 2 }, employeeId: "E-2" },
  ]) {
    expect(await table.delete("both", where)).toBe(false);
    expect(await item("both")).toEqual(stored);
  }
  const where = { employeeId: "E-1", count: { below: 2 } };
  expect(await table.delete("both", where)).toBe(true);
});

test("a delete of a missing item succeeds under any condition", async () => {
  const { table } = store();
  expect(await table.delete("gone", { employeeId: "E-1" })).toBe(true);
});

test("an error of the store is thrown, and is not taken for a failed condition", async () => {
  const { documents } = store();
  const table = createTable(documents, "another-table");
  const where = { count: 1 };
  const trouble = { name: "ResourceNotFoundException" };
  for (const asked of [
    table.putIfAbsent({ id: "put" }),
    table.update("put", { set: { count: 2 }, where }),
    table.updateOrRead("put", { set: { count: 2 }, where }, schema),
    table.delete("put", where),
  ])
    await expect(asked).rejects.toMatchObject(trouble);
});

describe("the ids of an index", () => {
  const partition: [string, string] = ["status", "listed"];
  const query = { index: "due", partition };
  const all = Array.from({ length: 7 }, (_, index) => `listed-${index}`);

  /** Seven items, the most urgent first, beside others that are not asked for. */
  async function fill() {
    const { table, documents } = store();
    for (const [index, id] of all.toReversed().entries())
      await table.putIfAbsent({ id, status: "listed", dueAtMs: 106 - index });
    await table.putIfAbsent({ id: "other", status: "other", dueAtMs: 100 });
    await table.putIfAbsent({ id: "undue", status: "listed" });
    // Answers in pages of two at most, as a large table does.
    const pages: number[] = [];
    documents.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName !== "QueryCommand") return next(args);
          const { Limit = 1000 } = args.input as { Limit?: number };
          pages.push(Limit);
          return next({
            ...args,
            input: { ...args.input, Limit: Math.min(2, Limit) },
          });
        },
      { step: "initialize", name: "pages-of-two", override: true },
    );
    return { table, pages };
  }

  test("an index returns all ids, page after page, in the order of the sort attribute", async () => {
    const { table } = await fill();
    expect(await table.ids(query)).toEqual(all);
    expect(await table.ids({ ...query, newestFirst: true })).toEqual(
      all.toReversed(),
    );
  });

  test("an index returns the ids between two values, including both", async () => {
    const { table } = await fill();
    const between = (low: number, high: number) =>
      table.ids({ ...query, between: ["dueAtMs", low, high] });
    expect(await between(0, 99)).toEqual([]);
    expect(await between(0, 100)).toEqual(all.slice(0, 1));
    expect(await between(0, 104)).toEqual(all.slice(0, 5));
    expect(await between(102, 104)).toEqual(all.slice(2, 5));
  });

  test.each([1, 2, 3, 7, 8])(
    "an index returns at most %i ids when so many are requested, and reads no more",
    async (limit) => {
      const { table, pages } = await fill();
      expect(await table.ids({ ...query, limit })).toEqual(all.slice(0, limit));
      pages.length = 0;
      await table.ids({ ...query, limit, newestFirst: true });
      expect(pages[0]).toBe(limit);
      expect(pages.at(-1)).toBeLessThanOrEqual(limit);
    },
  );

  test("an index without matching items returns no ids", async () => {
    const { table } = await fill();
    const nobody: [string, string] = ["status", "nobody"];
    expect(await table.ids({ ...query, partition: nobody })).toEqual([]);
  });
});
