import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Where } from "../../../shared/dynamodb/expressions.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { useStore } from "../store/store-for-test.ts";

const store = useStore();
const schema = z.object({ count: z.number() });

test("the first put wins, and those after it change nothing", async () => {
  const { table } = store();
  expect(await table.putIfAbsent({ id: "put", count: 1 })).toBe(true);
  expect(await table.putIfAbsent({ id: "put", count: 2 })).toBe(false);
  expect(await table.get("put", schema)).toEqual({ count: 1 });
});

test("an item that is not there is undefined, and one of another shape is an error", async () => {
  const { table } = store();
  expect(await table.get("absent", schema)).toBeUndefined();
  await table.putIfAbsent({ id: "odd", count: "one" });
  await expect(table.get("odd", schema)).rejects.toMatchObject({
    issues: [{ path: ["count"] }],
  });
});

test("a read asks for what was written last, not for what a replica has by now", async () => {
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
  test("does not make an item", async () => {
    const { table, item } = store();
    const update = { set: { count: 1 }, where: {} };
    expect(await table.update("never", update)).toBe(false);
    expect(await item("never")).toBeUndefined();
  });

  test("happens where every value of `where` is as said, else nothing is written", async () => {
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
    "and a delete happen where an attribute is %s",
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

  test("counts numbers up, an absent one from 0, and puts lists at the end of lists", async () => {
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

  test("of fifty at once that add and append, loses none", async () => {
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

  test("tells what the item is like then, or nothing where nothing was written", async () => {
    const { table } = store();
    await table.putIfAbsent({ id: "told", count: 1 });
    const add = { count: 1 };
    expect(
      await table.updateAndGet("told", { add, where: { count: 1 } }, schema),
    ).toEqual({ count: 2 });
    expect(
      await table.updateAndGet("told", { add, where: { count: 1 } }, schema),
    ).toBeUndefined();
    expect(
      await table.updateAndGet("nobody", { add, where: {} }, schema),
    ).toBeUndefined();
  });

  test("reaches into a map and leaves the rest of it", async () => {
    const { table, item } = store();
    await table.putIfAbsent({ id: "map", steps: { "create person": 1 } });
    const set = { "steps.seed tasks": 2 };
    await table.update("map", { set, where: {} });
    expect(await item("map")).toEqual({
      id: "map",
      steps: { "create person": 1, "seed tasks": 2 },
    });
  });

  test("takes words that the database reserves as names", async () => {
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

  test("leaves what is undefined as it is", async () => {
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

test("an item can be deleted, also when it is not there", async () => {
  const { table } = store();
  await table.putIfAbsent({ id: "delete", count: 1 });
  await table.delete("delete");
  await table.delete("delete");
  expect(await table.get("delete", schema)).toBeUndefined();
});

test("all of several conditions must hold for a delete", async () => {
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

test("deleting what is gone already is fine under any condition", async () => {
  const { table } = store();
  expect(await table.delete("gone", { employeeId: "E-1" })).toBe(true);
});

test("trouble of the store is thrown, never taken for a condition that failed", async () => {
  const { documents } = store();
  const table = createTable(documents, "another-table");
  const where = { count: 1 };
  const trouble = { name: "ResourceNotFoundException" };
  for (const asked of [
    table.putIfAbsent({ id: "put" }),
    table.update("put", { set: { count: 2 }, where }),
    table.updateAndGet("put", { set: { count: 2 }, where }, schema),
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

  test("are all there are, page after page, in the order of the sort attribute", async () => {
    const { table } = await fill();
    expect(await table.ids(query)).toEqual(all);
    expect(await table.ids({ ...query, newestFirst: true })).toEqual(
      all.toReversed(),
    );
  });

  test("go up to a value, which is among them", async () => {
    const { table } = await fill();
    const upTo = (value: number) =>
      table.ids({ ...query, upTo: ["dueAtMs", value] });
    expect(await upTo(99)).toEqual([]);
    expect(await upTo(100)).toEqual(all.slice(0, 1));
    expect(await upTo(104)).toEqual(all.slice(0, 5));
  });

  test.each([1, 2, 3, 7, 8])(
    "are at most %i where so many are asked for, and no more are read",
    async (limit) => {
      const { table, pages } = await fill();
      expect(await table.ids({ ...query, limit })).toEqual(all.slice(0, limit));
      pages.length = 0;
      await table.ids({ ...query, limit, newestFirst: true });
      expect(pages[0]).toBe(limit);
      expect(pages.at(-1)).toBeLessThanOrEqual(limit);
    },
  );

  test("of what nobody has are none", async () => {
    const { table } = await fill();
    const nobody: [string, string] = ["status", "nobody"];
    expect(await table.ids({ ...query, partition: nobody })).toEqual([]);
  });
});
