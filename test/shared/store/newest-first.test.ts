import type { QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  type ListPosition,
  type NewestFirst,
  readNewestFirst,
} from "../../../shared/store/newest-first.ts";
import { useStore } from "./store-for-test.ts";

const store = useStore();
const statuses = ["failed", "running", "waiting"];
const entrySchema = z.pipe(
  z.object({ id: z.string(), createdAtMs: z.number() }),
  z.transform(({ id, createdAtMs: atMs }) => ({ id, atMs })),
);

test.each([
  { isOldestFirst: false, lowMs: 2, highMs: 11 },
  { isOldestFirst: true, lowMs: 2, highMs: 11 },
  { isOldestFirst: false, lowMs: 20, highMs: 30 },
])(
  "three partitions of different lengths are one list in the order of the times, even behind an empty page: %o",
  async (range) => {
    const { table, documents } = store();
    // A page of an index may be empty and yet not be the last one. Here, the first page of each partition is.
    const first = { id: { S: "first" } };
    documents.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const { ExclusiveStartKey: from, ...input } =
            args.input as QueryCommandInput;
          if (commandName === "QueryCommand" && !from) {
            const output = { $metadata: {}, LastEvaluatedKey: first };
            return { response: {}, output };
          }
          return next(from?.["id"]?.S === "first" ? { ...args, input } : args);
        },
      { step: "initialize", name: "empty-first-page", override: true },
    );
    // failed has 0 to 11, running has 3 and 4, and waiting has nothing.
    const entries = [...Array(12).keys(), 3, 4].map((atMs, index) => ({
      id: `one#${index}`,
      open: index < 12 ? "failed" : "running",
      createdAtMs: atMs,
    }));
    for (const entry of entries) await table.put(entry);
    const found: number[] = [];
    let position: ListPosition | undefined = [];
    for (let page = 0; position; page++) {
      expect(page).toBeLessThan(entries.length);
      const read: NewestFirst<{ atMs: number }> = await readNewestFirst(
        table,
        statuses.map((status) => ({
          index: "open",
          partition: ["open", status],
        })),
        { sortKey: "createdAtMs", ...range },
        2,
        entrySchema,
        position,
      );
      // A caller may take all, or less.
      const taken = read.entries.slice(0, page % 2 === 0 ? 4 : 1);
      found.push(...taken.map(({ atMs }) => atMs));
      position = read.positionAfter(taken.length);
    }
    const expected = entries
      .map(({ createdAtMs }) => createdAtMs)
      .filter((atMs) => atMs >= range.lowMs && atMs <= range.highMs)
      .toSorted((one, other) => one - other);
    expect(found).toEqual(range.isOldestFirst ? expected : expected.reverse());
  },
);
