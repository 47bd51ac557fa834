import { expect, test } from "vitest";
import { createRateLimiter } from "../../../shared/store/rate-limiter.ts";
import { rows } from "../../fixtures/rows.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

/** A rate limiter with which nothing is reserved, and its clock. */
async function startRateLimiter() {
  const { table, clock } = store();
  await table.delete("rate-limiter");
  clock.nowMs = startMs;
  const rateLimiter = createRateLimiter(table, () => clock.nowMs);
  /** When calls may begin that are reserved now. */
  const reserve = async (calls: number, rate: number) =>
    (await rateLimiter.reserve(calls, rate, "other")).beginAtMs;
  return { clock, rateLimiter, reserve };
}

test.each(rows<[string, [atMs: number, calls: number, beginMs: number][]]>`
  begins at once, and the next one after the calls before it | ${[
    [0, 4, 0],
    [0, 2, 40],
    [0, 1, 60],
  ]}
  saves no time that was not reserved | ${[
    [0, 4, 0],
    [60_000, 4, 60_000],
    [60_000, 4, 60_040],
  ]}
  waits for all time that is already reserved | ${[
    [0, 500, 0],
    [3_000, 1, 5_000],
  ]}
`)("a reservation %s", async (_, reservations) => {
  const { reserve, clock } = await startRateLimiter();
  for (const [atMs, calls, beginMs] of reservations) {
    clock.nowMs = startMs + atMs;
    expect((await reserve(calls, 100)) - startMs).toBe(beginMs);
  }
});

test.each([
  [1, 100, 1_000],
  [100, 1, 100_000],
])(
  "time reserved at %i calls a second counts in proportion when the rate is %i",
  async (before, after, aheadMs) => {
    const { reserve, rateLimiter } = await startRateLimiter();
    await reserve(60, before);
    await rateLimiter.reserve(1, before, "disable");
    await rateLimiter.reserve(39, before, "disable");
    expect((await reserve(1, after)) - startMs).toBeCloseTo(aheadMs, 0);
    // `aheadMs` is the time of the hundred calls before it. Leavers have 40 of them, at 85 % of the rate.
    const { beginAtMs } = await rateLimiter.reserve(1, after, "disable");
    expect(beginAtMs - startMs).toBeCloseTo((aheadMs * 0.4) / 0.85, 0);
  },
);

test("calls that wait go behind later calls from a share, also if the rate has changed in between", async () => {
  const { clock, rateLimiter } = await startRateLimiter();
  await rateLimiter.reserve(100, 10, "other");
  const waiting = await rateLimiter.reserve(1, 10, "other");
  await rateLimiter.reserve(4, 10, "disable");
  await rateLimiter.reserve(4, 20, "disable");
  clock.nowMs += 10_000;
  const beginAtMs = await rateLimiter.beginAtMsOf(waiting);
  // The hundred calls at 10 a second, and the eight calls from the share at 20 a second.
  expect(beginAtMs - startMs).toBeCloseTo(10_000 + 8 * 50, 0);
});

test("fifty parallel reservations all get different times", async () => {
  const { reserve } = await startRateLimiter();
  const begin = await Promise.all(
    Array.from({ length: 50 }, () => reserve(3, 100)),
  );
  expect(begin.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => startMs + index * 30),
  );
});

test("a call takes its exact share of a second, also when that is a fraction of a millisecond", async () => {
  const { reserve } = await startRateLimiter();
  await reserve(1, 300);
  expect((await reserve(1, 300)) - startMs).toBeCloseTo(3.33);
});

test("the calls to one source wait neither for those to another one nor for those to the platform", async () => {
  const { reserve } = await startRateLimiter();
  await reserve(500, 100);
  const { rateLimiterOf } = store();
  const beginOf = async (source: string) =>
    (await rateLimiterOf(source).reserve(1, 2, "other")).beginAtMs;
  expect(await beginOf("hibob")).toBe(startMs);
  expect(await beginOf("personio")).toBe(startMs);
  expect(await beginOf("hibob")).toBe(startMs + 500);
  expect(await reserve(1, 100)).toBe(startMs + 5_000);
});
