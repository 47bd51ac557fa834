import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const leaseMs = 90_000;
const busy = { name: "StepFailure", message: "record-busy", retryable: true };
const nothing = { ledTo: [] };

/** A read that the test ends. */
async function begin(recordId: string, holder: string) {
  const begun = Promise.withResolvers<number>();
  const reading = Promise.withResolvers<{ ledTo: string[] }>();
  const held = store().recordReads.takeTurn(
    { caller: "hr", recordId },
    holder,
    (turn) => {
      begun.resolve(turn.startMs);
      return reading.promise;
    },
  );
  held.catch(() => undefined);
  return { atMs: await Promise.race([begun.promise, held]), held, ...reading };
}

const read = (recordId: string, holder = "other", caller = "hr") =>
  store().recordReads.takeTurn({ caller, recordId }, holder, async (turn) => ({
    ...turn,
    ledTo: [],
    known: turn.ledTo,
  }));

test("a second reader waits until the first read has ended", async () => {
  const first = await begin("R-1", "one");
  await expect(read("R-1")).rejects.toMatchObject(busy);
  first.resolve(nothing);
  await first.held;
  await expect(read("R-1")).resolves.toMatchObject({ startMs: startMs + 4 });
});

test("reads of different records, and of different callers, do not wait for each other", async () => {
  const first = await begin("R-2", "one");
  for (const turn of [await read("R-3"), await read("R-2", "other", "rival")])
    expect(turn.startMs).toBe(startMs);
  first.resolve(nothing);
  await first.held;
});

test("the start of a read is later than that of every earlier one, also on a clock that is behind", async () => {
  const { clock } = store();
  const starts: number[] = [];
  for (const nowMs of [startMs, startMs, startMs - 5_000, startMs + 1]) {
    clock.nowMs = nowMs;
    starts.push((await read("R-4")).startMs);
  }
  expect(starts).toEqual([0, 4, 8, 12].map((ms) => startMs + ms));
});

test("a read that failed frees the record at once, and its start still counts", async () => {
  const first = await begin("R-5", "one");
  first.reject(new Error("the source is down"));
  await expect(first.held).rejects.toThrow("the source is down");
  await expect(read("R-5")).resolves.toMatchObject({ startMs: startMs + 4 });
});

test("the lease of a reader that crashed ends by itself, and its holder may go on before that", async () => {
  const { clock } = store();
  await begin("R-6", "crashed");
  clock.nowMs += leaseMs - 1;
  await expect(read("R-6")).rejects.toMatchObject(busy);
  await read("R-6", "crashed");
  await begin("R-6", "crashed again");
  clock.nowMs += leaseMs + 1;
  await read("R-6");
});

test.each([
  ["another operation", "another"],
  ["the same operation again", "crashed"],
])(
  "a reader whose lease is over does not free the record for others while %s reads it",
  async (_, holder) => {
    const { clock } = store();
    const recordId = `R-slow-${holder}`;
    const slow = await begin(recordId, "crashed");
    clock.nowMs += leaseMs + 1;
    const next = await begin(recordId, holder);
    slow.resolve(nothing);
    await slow.held;
    await expect(read(recordId, "third")).rejects.toMatchObject(busy);
    next.resolve(nothing);
    await next.held;
    await read(recordId, "third");
  },
);

test.each([false, true])(
  "two readers never start from the same read of the record's item, which is known before: %s",
  async (isKnown) => {
    const { clock, documents } = store();
    const recordId = `R-race-${isKnown}`;
    if (isKnown) await read(recordId);
    const hasRead = Promise.withResolvers<void>();
    const mayWrite = Promise.withResolvers<void>();
    const slow = {
      send: async (command: never) => {
        const answer = await documents.send(command);
        hasRead.resolve();
        await mayWrite.promise;
        return answer;
      },
    } as unknown as DynamoDBDocumentClient;
    const late = createStore(
      createTable(slow, tables.store.name),
      () => clock.nowMs,
    ).recordReads.takeTurn(
      { caller: "hr", recordId },
      "late",
      async () => nothing,
    );
    late.catch(() => undefined);
    await hasRead.promise;
    await read(recordId);
    mayWrite.resolve();
    await expect(late).rejects.toMatchObject(busy);
  },
);

test("a reader uses its read until ten seconds before the end of its lease", async () => {
  const { clock, recordReads } = store();
  const holdFor = (durationMs: number) =>
    recordReads.takeTurn(
      { caller: "hr", recordId: "R-10" },
      "one",
      async (turn) => {
        clock.nowMs += durationMs;
        turn.requireTime();
        return nothing;
      },
    );
  await expect(holdFor(leaseMs - 10_000)).resolves.toEqual(nothing);
  await expect(holdFor(leaseMs - 9_999)).rejects.toMatchObject(busy);
});

test("a reader learns the operations to which the latest reads led", async () => {
  expect((await read("R-8")).known).toEqual([]);
  const first = await begin("R-8", "one");
  first.resolve({ ledTo: ["op_1", "op_2"] });
  await first.held;
  expect((await read("R-8")).known).toEqual(["op_1", "op_2"]);
  // A read that led to none tells nothing new.
  expect((await read("R-8")).known).toEqual(["op_1", "op_2"]);
  const more = Array.from({ length: 19 }, (_, nth) => `op_${nth + 3}`);
  const second = await begin("R-8", "one");
  second.resolve({ ledTo: more });
  await second.held;
  expect((await read("R-8")).known).toEqual(["op_2", ...more]);
});

test("the item of a record is swept after the last retry, and has nothing of the record", async () => {
  await read("R-9");
  const item = await store().item("record#hr#R-9");
  expect(item).toEqual({
    id: "record#hr#R-9",
    readAtMs: startMs,
    expiresAtSeconds: startMs / 1_000 + 30 * 24 * 60 * 60,
  });
});
