import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  type NewestFirst,
  type ListPosition,
  readNewestFirst,
} from "../../../shared/store/newest-first.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const entrySchema = z.pipe(
  z.object({ id: z.string(), createdAtMs: z.number() }),
  z.transform(({ id, createdAtMs }) => ({ id, atMs: createdAtMs })),
);
type Entry = z.output<typeof entrySchema>;
const partitions = ["of-this-test-1", "of-this-test-2"];

test("a list without some ids has each entry, also if more than a page have the same millisecond", async () => {
  const { documents, table } = store();
  const expected: string[] = [];
  for (const [number, open] of partitions.entries())
    for (let index = 0; index < 12; index++) {
      const id = `${index % 3 === 0 ? "own" : "other"}-${number}-${index}`;
      // 7 of 12 have the same time.
      const createdAtMs = startMs + Math.min(index, 5);
      await documents.send(
        new PutCommand({
          TableName: tables.store.name,
          Item: { id, open, createdAtMs },
        }),
      );
      if (id.startsWith("own")) expected.push(id);
    }
  const found: string[] = [];
  let position: ListPosition | undefined = [];
  for (let pages = 0; position !== undefined && pages < 50; pages++) {
    const page: NewestFirst<Entry> = await readNewestFirst(
      table,
      partitions.map((open) => ({ index: "open", partition: ["open", open] })),
      { sortKey: "createdAtMs", lowMs: 0, highMs: startMs * 2 },
      2,
      entrySchema,
      position,
      ({ id }) => id.startsWith("own"),
    );
    found.push(...page.entries.map(({ id }) => id));
    position = page.positionAfter(page.entries.length);
  }
  expect(position).toBeUndefined();
  expect(found.filter((id) => id.startsWith("own")).toSorted()).toEqual(
    expected.toSorted(),
  );
});
