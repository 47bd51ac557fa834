import { expect, test } from "vitest";
import { createPace } from "../../../shared/lifecycle/pace.ts";
import { startMs, useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();

/** A pace at which nothing is booked, and its clock. */
async function startPace() {
  const { table, clock } = lifecycle();
  await table.delete("pace");
  clock.nowMs = startMs;
  return { clock, pace: createPace(table, () => clock.nowMs) };
}

test("who comes first begins at once, and the next when the calls booked before have had their time", async () => {
  const { pace } = await startPace();
  expect(await pace.book(4, 100)).toBe(startMs);
  expect(await pace.book(2, 100)).toBe(startMs + 40);
  expect(await pace.book(1, 100)).toBe(startMs + 60);
});

test("time that nobody booked is not saved up", async () => {
  const { pace, clock } = await startPace();
  await pace.book(4, 100);
  clock.nowMs = startMs + 60_000;
  expect(await pace.book(4, 100)).toBe(startMs + 60_000);
  expect(await pace.book(4, 100)).toBe(startMs + 60_040);
});

test("time that is booked already is waited for, also by who comes later", async () => {
  const { pace, clock } = await startPace();
  await pace.book(500, 100);
  clock.nowMs = startMs + 3_000;
  expect(await pace.book(1, 100)).toBe(startMs + 5_000);
});

test("of fifty that book at the same moment no two get the same time", async () => {
  const { pace } = await startPace();
  const begin = await Promise.all(
    Array.from({ length: 50 }, () => pace.book(3, 100)),
  );
  expect(begin.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => startMs + index * 30),
  );
});

test("a call takes its full share of a second where that is no whole millisecond", async () => {
  const { pace } = await startPace();
  await pace.book(1, 300);
  expect((await pace.book(1, 300)) - startMs).toBeCloseTo(3.33);
});
