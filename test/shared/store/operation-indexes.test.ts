import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import {
  type IndexDefinition,
  tables,
} from "../../../infra/aws/deployment/tables.ts";
import { shardOf, shards } from "../../../shared/store/operation-indexes.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { outcomeOf, newOperation, pause, retry } from "./operation-for-test.ts";

const store = useStore();

type Entry = Record<string, unknown> | undefined;

/** What DynamoDB keeps of an item in an index. */
function entryOf(
  { partitionKey, sortKey, projected = [] }: IndexDefinition,
  item: Entry,
): Entry {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined)
    return undefined;
  const names = ["id", partitionKey, sortKey, ...projected];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** The writes and deletions of the entry of an operation in an index, one word for each. */
function watch(id: string, name: "open" | "created") {
  const index = tables.store.indexes.find((one) => one.name === name)!;
  let entry: Entry;
  const changes: string[] = [];
  return {
    changes,
    async look(): Promise<void> {
      const { item } = store();
      const next = entryOf(index, await item(`operation#${id}`));
      if (isDeepStrictEqual(entry, next)) return;
      const isElsewhere =
        entry?.[index.partitionKey] !== next?.[index.partitionKey];
      if (entry && isElsewhere) changes.push("deleted");
      if (next) changes.push(`${String(next[index.partitionKey])} written`);
      entry = next;
    },
  };
}

test("an operation that succeeds writes its entry of open once and deletes it once, and writes its entry of created once", async () => {
  const { operations } = store();
  const id = "plain";
  const open = watch(id, "open");
  const created = watch(id, "created");
  const steps = [
    () => operations.accept(newOperation(id)),
    () => operations.start(id, "run-1"),
    () =>
      operations.recordStep(id, "create person", {
        status: "succeeded",
        atMs: startMs,
      }),
    () => operations.noteChanges({ id, execution: "run-1" }, "7", ["/title"]),
    () => operations.finish({ id, execution: "run-1" }, outcomeOf("succeeded")),
  ];
  for (const step of steps) {
    await step();
    await open.look();
    await created.look();
  }
  expect(open.changes).toEqual(["active written", "deleted"]);
  expect(created.changes).toHaveLength(1);
});

test("the entry of open follows an operation that waits, needs attention, is retried, fails and is cancelled", async () => {
  const { operations, clock } = store();
  const id = "open";
  const execution = (run: number) => ({ id, execution: `run-${run}` });
  const open = watch(id, "open");
  const steps = [
    () => operations.accept(newOperation(id), startMs + 1),
    () => {
      clock.nowMs = startMs + 1;
      return operations.wake(id);
    },
    () => operations.start(id, "run-1"),
    () => operations.finish(execution(1), pause(startMs + 2)),
    () => {
      clock.nowMs = startMs + 2;
      return operations.wake(id);
    },
    () => operations.start(id, "run-2"),
    () =>
      operations.finish(
        execution(2),
        outcomeOf("needs_attention", "person-missing"),
      ),
    async () => {
      const missed = await operations.get(id);
      return operations.runAgain(
        missed!,
        "caller:ops",
        "confirmed-gone",
        undefined,
      );
    },
    () => operations.start(id, "run-3"),
    () => operations.finish(execution(3), outcomeOf("failed", "unexpected")),
    () => retry(operations, id),
    () => operations.start(id, "run-4"),
    () => operations.finish(execution(4), outcomeOf("cancelled", "left")),
  ];
  for (const step of steps) {
    await step();
    await open.look();
  }
  expect(open.changes).toEqual([
    "waiting written",
    "deleted",
    "active written",
    "deleted",
    "waiting written",
    "deleted",
    "active written",
    "deleted",
    "needs_attention written",
    "deleted",
    "active written",
    "deleted",
    "failed written",
    "deleted",
    "active written",
    "deleted",
  ]);
});

test("a thousand operations divide evenly among the shards of the index created", () => {
  const counts = new Map<string | undefined, number>();
  for (let count = 0; count < 1_000; count++) {
    const digest = createHash("sha256").update(`${count}`).digest("base64url");
    const shard = shardOf(`op_${digest.slice(0, 22)}`);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect(new Set(counts.keys())).toEqual(new Set(shards));
  for (const count of counts.values()) expect(count).toBeGreaterThan(200);
});
