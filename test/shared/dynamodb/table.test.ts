import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Where } from "../../../shared/dynamodb/expressions.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { useStore } from "../store/store-for-test.ts";

const schema = z.looseObject({ count: z.number() });
const keySchema = z.object({ id: z.string() });

describe.each(["local-dynamodb", "in-memory"] as const)(
  "the table, %s,",
  (kind) => {
    const store = useStore(kind);

    test("the first put of an item wins, and later puts change nothing", async () => {
      const { table } = store();
      expect(await table.putIfAbsent({ id: "put", count: 1 })).toBe(true);
      expect(await table.putIfAbsent({ id: "put", count: 2 })).toBe(false);
      expect(await table.get("put", schema)).toEqual({ id: "put", count: 1 });
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
      test("sets, removes, adds, appends and changes an entry of a map, also under reserved words", async () => {
        const { table, item } = store();
        const id = "all";
        await table.putIfAbsent({
          id,
          status: "new",
          name: "n",
          run: 1,
          history: ["a"],
          steps: { "create person": 1 },
          names: new Set(["a"]),
          kept: 1,
        });
        const update = {
          set: {
            state: "on",
            "steps.seed tasks": 2,
            kept: undefined,
            two: { three: undefined, constructor: "Ada" },
          },
          remove: ["name"],
          add: { run: 1, other: 2, names: new Set(["b"]) },
          append: { history: ["b", "c"], log: ["first"] },
          where: { status: "new" },
        };
        expect(await table.update(id, update)).toBe(true);
        expect(await item(id)).toEqual({
          id,
          status: "new",
          state: "on",
          run: 2,
          other: 2,
          history: ["a", "b", "c"],
          log: ["first"],
          steps: { "create person": 1, "seed tasks": 2 },
          names: new Set(["a", "b"]),
          kept: 1,
          two: { constructor: "Ada" },
        });
      });

      test("writes only if every value of `where` matches, or one of several alternatives as a whole", async () => {
        const { table, item } = store();
        await table.putIfAbsent({ id: "where", state: "open", count: 1 });
        const isApplied = (where: Where | Where[]) =>
          table.update("where", { set: { note: "x" }, where });
        for (const where of [
          { state: "closed" },
          { state: "open", count: 2 },
          { other: "absent" },
          [
            { state: "open", count: 2 },
            { state: "closed", count: 1 },
          ],
        ])
          expect(await isApplied(where)).toBe(false);
        expect(await item("where")).not.toHaveProperty("note");
        expect(await isApplied({ state: "open", count: 1 })).toBe(true);
        expect(await isApplied([{ state: "closed" }, { count: 1 }])).toBe(true);
      });

      test("creates an absent item only if it is asked to, and the conditions accept it", async () => {
        const { table, item } = store();
        const where = [{ count: 1 }, { count: { absent: true } as const }];
        const update = { add: { count: 1 }, where };
        expect(await table.update("created", update)).toBe(false);
        const refused = { ...update, where: { count: 1 }, createsItem: true };
        expect(await table.update("created", refused)).toBe(false);
        expect(await item("created")).toBeUndefined();
        const accepted = { ...update, createsItem: true };
        expect(await table.update("created", accepted)).toBe(true);
        expect(await item("created")).toEqual({ id: "created", count: 1 });
      });
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

    describe("updateOrRead", () => {
      test("resolves to the item as it is now: written, unchanged, or none", async () => {
        const { table } = store();
        await table.putIfAbsent({ id: "now", count: 1 });
        const update = { add: { count: 1 }, where: { count: 1 } };
        const item = { id: "now", count: 2 };
        const write = (id: string) => table.updateOrRead(id, update, schema);
        expect(await write("now")).toEqual({ applied: true, item });
        expect(await write("now")).toEqual({ applied: false, item });
        expect(await write("never")).toEqual({
          applied: false,
          item: undefined,
        });
      });

      test("takes the item that the database sends with the failed condition, and reads nothing more", async () => {
        // The embedded database does not send it.
        const failed = new ConditionalCheckFailedException({
          $metadata: {},
          message: "The conditional request failed",
          Item: { count: { N: "7" } },
        });
        const asked: string[] = [];
        const send = async ({ constructor }: object) => {
          asked.push(constructor.name);
          throw failed;
        };
        const table = createTable({ send } as never, "any");
        const update = { set: { count: 1 }, where: {} };
        expect(await table.updateOrRead("a", update, schema)).toEqual({
          applied: false,
          item: { count: 7 },
        });
        expect(asked).toEqual(["UpdateItemCommand"]);
      });

      test("throws an item that does not fit the schema as an error", async () => {
        const { table } = store();
        await table.putIfAbsent({ id: "misfit", count: "one" });
        const update = { set: { count: 2 }, where: { count: 9 } };
        await expect(
          table.updateOrRead("misfit", update, schema),
        ).rejects.toMatchObject({ issues: [{ path: ["count"] }] });
      });
    });

    test("a delete needs all of its conditions, and succeeds for a missing item under any", async () => {
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
      for (const one of [where, where, {}])
        expect(await table.delete("both", one)).toBe(true);
      expect(await item("both")).toBeUndefined();
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

    describe("an index", () => {
      const partition: [string, string] = ["status", "listed"];
      const query = { index: "due", partition };
      const all = Array.from({ length: 7 }, (_, index) => `listed-${index}`);

      /** Seven items, the most urgent first, beside others that are not asked for. */
      async function fill() {
        const { table, documents } = store();
        for (const [index, id] of all.toReversed().entries())
          await table.putIfAbsent({
            id,
            status: "listed",
            dueAtMs: 106 - index,
          });
        await table.putIfAbsent({ id: "other", status: "other", dueAtMs: 100 });
        await table.putIfAbsent({ id: "undue", status: "listed" });
        // Answers in pages of two at most, as a large table does. All tests share the client, hence `override`.
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
        const ids = async (more: object = {}) => {
          const found = await table.all({ ...query, ...more }, keySchema);
          return found.entries.map(({ id }) => id);
        };
        return { table, pages, ids };
      }

      test("lists everything, page after page, in the order of the sort attribute, or the other way round", async () => {
        const { ids } = await fill();
        expect(await ids()).toEqual(all);
        expect(await ids({ newestFirst: true })).toEqual(all.toReversed());
        expect(await ids({ partition: ["status", "nobody"] })).toEqual([]);
      });

      test.each([
        [0, 99, 0, 0],
        [0, 100, 0, 1],
        [102, 104, 2, 5],
      ])("lists what is between %i and %i, including both", async (...row) => {
        const [low, high, from, to] = row;
        const { ids } = await fill();
        expect(await ids({ between: ["dueAtMs", low, high] })).toEqual(
          all.slice(from, to),
        );
      });

      test("shows a change of a list that it projects", async () => {
        const { table } = store();
        const item = { id: "marked", warned: "yes", createdAtMs: 1 };
        const partition: [string, string] = ["warned", "yes"];
        for (const warnings of [[], ["avatar"], ["avatar", "tasks"]]) {
          await table.put({ ...item, warnings });
          const shown = { index: "warned", partition };
          const { entries } = await table.all(shown, z.looseObject({}));
          expect(entries).toEqual([{ ...item, warnings }]);
        }
      });

      test.each([1, 2, 3, 7, 8])(
        "lists and reads at most %i items under this limit, and says whether it came to the limit",
        async (limit) => {
          const { table, pages } = await fill();
          const found = await table.all({ ...query, limit }, keySchema);
          expect(found.entries.map(({ id }) => id)).toEqual(
            all.slice(0, limit),
          );
          expect(found.isAtLeast).toBe(limit <= 7);
          expect(pages[0]).toBe(limit);
          expect(pages.at(-1)).toBeLessThanOrEqual(limit);
        },
      );
    });

    test("reads that are asked for together get each its own item", async () => {
      const { table, documents } = store();
      const batched = createBatchedTable(documents, tables.store.name);
      const found = { id: "batch", count: 1 };
      await table.putIfAbsent(found);
      const asked = ["batch", "never", "batch"];
      expect(
        await Promise.all(asked.map((id) => batched.get(id, schema))),
      ).toEqual([found, undefined, found]);
    });
  },
);
