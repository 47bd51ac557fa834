import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  absent,
  type Update,
  type Where,
} from "../../../shared/dynamodb/expressions.ts";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import {
  createMemoryClient,
  createMemoryTable,
  type MemoryTableOptions,
} from "./memory-table.ts";

const any = z.looseObject({ id: z.string() });
const index = tables.store.indexes[0];

let dynalite: TablesForTest;
beforeAll(async () => {
  dynalite = await startTables("local-dynamodb");
});
afterAll(() => dynalite.close());

function startMemory(options?: MemoryTableOptions) {
  const memory = createMemoryTable(tables.store, options);
  const client = createMemoryClient({ [tables.store.name]: memory });
  return { memory, table: createBatchedTable(client, tables.store.name) };
}

const names = ["count", "mood", "list", "map.a", "map.b.c", "list[0]"];
const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b", "ü"),
  fc.boolean(),
);
const stored = fc.oneof(
  value,
  fc.constant({ a: 1, b: { c: "x" } }),
  fc.array(value, { maxLength: 2 }),
);
/** The local DynamoDB never finds `false` in a list, so the test below says what holds for it. */
const listed = fc.array(
  value.filter((one) => one !== false),
  { minLength: 1, maxLength: 2 },
);
const condition = fc.oneof(
  value,
  fc.record({ oneOf: listed }),
  fc.record({ noneOf: listed }),
  fc.constant(absent),
  fc.constantFrom(
    { above: 1 },
    { below: 2 },
    { atMost: 1 },
    { length: 1 },
    { length: 0 },
  ),
);
const whereOf = (minKeys: number): fc.Arbitrary<Where> =>
  fc.dictionary(fc.constantFrom(...names), condition, { minKeys, maxKeys: 2 });
const where = whereOf(0);
const item = fc.dictionary(
  fc.constantFrom("count", "mood", "list", "map"),
  stored,
  { maxKeys: 4 },
);
const keys = fc.record({
  [index.partitionKey]: fc.constantFrom("p", "q"),
  [index.sortKey]: fc.integer({ min: 0, max: 3 }),
});
/** No path is inside another one, which DynamoDB refuses. */
const update: fc.Arbitrary<Update> = fc
  .record({
    set: fc.option(
      fc.oneof(
        keys,
        fc.record({ mood: stored }),
        fc.record({ "map.a": stored, "map.b.c": stored }),
        fc.record({ "list[0]": stored }),
      ),
      { nil: undefined },
    ),
    remove: fc.option(
      fc.constantFrom(["note"], [index.sortKey + "x"], ["text", "other"]),
      { nil: undefined },
    ),
    add: fc.option(
      fc.constantFrom<NonNullable<Update["add"]>>(
        { count: 2 },
        { tags: new Set(["a", "b"]) },
        { tags: new Set(["c"]) },
      ),
      { nil: undefined },
    ),
    append: fc.option(fc.record({ log: fc.array(value, { maxLength: 2 }) }), {
      nil: undefined,
    }),
    where: fc.oneof(
      where,
      fc.array(whereOf(1), { minLength: 1, maxLength: 2 }),
    ),
    createsItem: fc.boolean(),
  })
  .filter(
    ({ set, remove, add, append }) =>
      (set ?? remove ?? add ?? append) !== undefined,
  ) as fc.Arbitrary<Update>;

type Act = (table: Table, prefix: string) => Promise<unknown>;
const id = fc.constantFrom("1", "2", "3");
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(id, item, keys).map(
    ([one, rest, key]): Act =>
      (table, prefix) =>
        table.putIfAbsent({
          ...rest,
          ...keysOf(key, prefix),
          id: prefix + one,
        }),
  ),
  fc.tuple(id, item).map(
    ([one, rest]): Act =>
      (table, prefix) =>
        table.put({ ...rest, id: prefix + one }),
  ),
  fc.tuple(id, update).map(
    ([one, change]): Act =>
      (table, prefix) =>
        table.updateOrRead(prefix + one, withKeys(change, prefix), any),
  ),
  fc.tuple(id, where).map(
    ([one, conditions]): Act =>
      (table, prefix) =>
        table.delete(prefix + one, conditions),
  ),
  id.map(
    (one): Act =>
      (table, prefix) =>
        table.get(prefix + one, any),
  ),
  // The tables of this test send them in one request.
  fc.array(id).map(
    (ids): Act =>
      (table, prefix) =>
        Promise.all(ids.map((one) => table.get(prefix + one, any))),
  ),
  fc
    .record({
      partition: fc.constantFrom("p", "q"),
      between: fc.option(fc.constantFrom([0, 1], [1, 3], [2, 2]), {
        nil: undefined,
      }),
      newestFirst: fc.boolean(),
    })
    .map(
      ({ partition, between, newestFirst }): Act =>
        async (table, prefix) => {
          const found = await table.page(
            {
              index: index.name,
              partition: [index.partitionKey, prefix + partition],
              newestFirst,
              ...(between && {
                between: [index.sortKey, between[0]!, between[1]!],
              }),
            },
            any,
          );
          // DynamoDB leaves open in which order entries of the same sort attribute come.
          const order = found.entries.map((one) => one[index.sortKey]);
          const entries = found.entries.map((one) => JSON.stringify(one));
          return { ...found, order, entries: entries.sort() };
        },
    ),
);

function keysOf(key: Record<string, unknown>, prefix: string) {
  const partition = key[index.partitionKey];
  return typeof partition === "string"
    ? { ...key, [index.partitionKey]: prefix + partition }
    : key;
}

function withKeys(change: Update, prefix: string): Update {
  return change.set ? { ...change, set: keysOf(change.set, prefix) } : change;
}

async function outcomeOf(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    (result) => ({ result: sorted(result) }),
    (error: unknown) => ({ error: (error as Error).name }),
  );
}

/** The names of a map have no order. */
function sorted(one: unknown): unknown {
  if (Array.isArray(one)) return one.map(sorted);
  if (typeof one !== "object" || one === null) return one;
  return Object.fromEntries(
    Object.entries(one)
      .map(([name, value]) => [name, sorted(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

let runs = 0;

describe("the table in memory", () => {
  test("finds false in the list of a condition", async () => {
    const { table } = startMemory();
    await table.put({ id: "listed", mood: false });
    const changeWhere = (mood: Where[string]) =>
      table.update("listed", { set: { mood: false }, where: { mood } });
    expect(await changeWhere({ oneOf: [false] })).toBe(true);
    expect(await changeWhere({ noneOf: [false] })).toBe(false);
  });

  test("answers any sequence of our commands as the local DynamoDB does", async () => {
    const real = createBatchedTable(dynalite.documents, tables.store.name);
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 25 }),
        async (acts) => {
          const prefix = `${++runs}-`;
          const { table } = startMemory();
          for (const one of acts) {
            const expected = await outcomeOf(one(real, prefix));
            expect(await outcomeOf(one(table, prefix))).toEqual(expected);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test("lists an index page by page, in both orders", async () => {
    const { table } = startMemory();
    const query = {
      index: index.name,
      partition: [index.partitionKey, "p"] as [string, string],
    };
    for (let n = 0; n < 7; n++)
      await table.putIfAbsent({
        id: `${n}`,
        [index.partitionKey]: "p",
        [index.sortKey]: Math.floor(n / 2),
      });
    for (const newestFirst of [false, true]) {
      const found: string[] = [];
      let next: Record<string, unknown> | undefined;
      do {
        const page = await table.page(
          { ...query, newestFirst, limit: 3 },
          any,
          next,
        );
        found.push(...page.entries.map((one) => one.id));
        next = page.next;
      } while (next);
      const all = ["0", "1", "2", "3", "4", "5", "6"];
      expect(found).toEqual(newestFirst ? all.toReversed() : all);
    }
  });

  test("refuses an item above 400 KB", async () => {
    const { table } = startMemory();
    await expect(
      table.put({ id: "1", text: "x".repeat(410_000) }),
    ).rejects.toMatchObject({ name: "ValidationException" });
  });

  test("shows a write in an index only after the lag, and writes of an item in their order", async () => {
    const waiting: { delayMs: number; run: () => void }[] = [];
    const lags = [300, 100];
    const { table } = startMemory({
      lagMs: () => lags.shift() ?? 0,
      after: (delayMs, run) => void waiting.push({ delayMs, run }),
    });
    const query = {
      index: index.name,
      partition: [index.partitionKey, "p"] as [string, string],
    };
    const key = { [index.partitionKey]: "p" };
    await table.put({ id: "1", ...key, [index.sortKey]: 1 });
    await table.put({ id: "1", ...key, [index.sortKey]: 2 });
    expect((await table.page(query, any)).entries).toEqual([]);
    waiting.sort((one, other) => one.delayMs - other.delayMs);
    for (const { run } of waiting) {
      run();
      const { entries } = await table.page(query, any);
      expect(entries).toMatchObject([{ [index.sortKey]: 2 }]);
    }
  });

  test("deletes an item when its time to live has passed", async () => {
    const { memory, table } = startMemory();
    await table.put({ id: "1", expiresAtSeconds: 10 });
    expect(memory.expire(9_999)).toBe(0);
    expect(await table.get("1", any)).toBeDefined();
    expect(memory.expire(10_000)).toBe(1);
    expect(await table.get("1", any)).toBeUndefined();
  });
});
