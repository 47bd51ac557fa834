import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { rows } from "../../fixtures/rows.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const leaseMs = 90_000;
const busy = { name: "StepFailure", message: "record-busy", retryable: true };
const nothing = { ledTo: [] };

/** A read that leads to nothing. It resolves to its turn, and `known` are the operations of earlier reads. */
const read = (recordId: string, holder = "other", caller = "hr") =>
  store().recordReads.takeTurn({ caller, recordId }, holder, async (turn) => ({
    ...turn,
    ledTo: [],
    known: turn.ledTo,
  }));

/** A read that the test ends. */
async function begin(recordId: string, holder: string) {
  const begun = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<{ ledTo: string[] }>();
  const held = store().recordReads.takeTurn(
    { caller: "hr", recordId },
    holder,
    () => {
      begun.resolve();
      return reading.promise;
    },
  );
  // Else a rejection before the test awaits it would count as unhandled.
  held.catch(() => undefined);
  await Promise.race([begun.promise, held]);
  return { held, ...reading };
}

// `A ends` and `A fails` are about the oldest read of A that is open.
test.each(rows`
  is free when the reader before has ended | A begins, B is busy, A ends, B reads
  is free at once when a read has failed | A begins, A fails, B reads
  is free for a reader who begins again before its time is over | A begins, 89999 ms pass, B is busy, A reads, B reads
  is free when the time of a reader that crashed is over | A begins, 90001 ms pass, B reads
  is not freed by a reader whose time is over while another operation reads it | A begins, 90001 ms pass, B begins, A ends, C is busy, B ends, C reads
  is not freed by a reader whose time is over while the same operation reads it again | A begins, 90001 ms pass, A begins, A ends, C is busy, A ends, C reads
`)("a record %s: %s", async (recordId, steps) => {
  const begun: Record<string, Awaited<ReturnType<typeof begin>>[]> = {};
  for (const step of steps.split(", ")) {
    const [, who = "", what = ""] = /^(\w+) (.+)$/.exec(step) ?? [];
    if (what === "ms pass") store().clock.nowMs += Number(who);
    else if (what === "begins")
      (begun[who] ??= []).push(await begin(recordId, who));
    else if (what === "reads") await read(recordId, who);
    else if (what === "is busy")
      await expect(read(recordId, who)).rejects.toMatchObject(busy);
    else {
      const first = begun[who]?.shift();
      const down = new Error("the source is down");
      if (what === "ends") first?.resolve(nothing);
      else first?.reject(down);
      const ended = await first?.held.catch((error: unknown) => error);
      expect(ended).toBe(what === "ends" ? nothing : down);
    }
  }
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
  // Each read leaves time for four events of the one before, a millisecond each.
  expect(starts).toEqual([0, 4, 8, 12].map((ms) => startMs + ms));
  // The start of a read that failed counts, too.
  const failed = await begin("R-4", "one");
  failed.reject(new Error("the source is down"));
  await failed.held.catch(() => undefined);
  expect((await read("R-4")).startMs).toBe(startMs + 20);
});

test.each([false, true])(
  "a turn is refused if another reader has changed the item since it was read (item before: %s)",
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

test("a reader learns the last twenty operations to which reads led", async () => {
  expect((await read("R-8")).known).toEqual([]);
  const first = await begin("R-8", "one");
  first.resolve({ ledTo: ["op_1", "op_2"] });
  await first.held;
  expect((await read("R-8")).known).toEqual(["op_1", "op_2"]);
  // The read before led to no operation.
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
