import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallClass,
  createRateLimiter,
  type Reservation,
} from "../../../shared/store/rate-limiter.ts";
import { effort } from "../../resilience/effort.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();
const shares = { disable: 0.85, status: 0.1 };
const shareOfOthers = 0.05;

type Arrival = { atMs: number; calls: number; callClass: CallClass };
type Begun = Arrival & { beginMs: number };

/**
 * Reserves calls as they arrive, on a simulated clock. A call waits until its begin and then looks whether the begin
 * has moved, as a workflow does. Resolves to the calls in the order of their begins. Times count from the start.
 */
async function simulate(
  arrivals: readonly Arrival[],
  callsPerSecond: number,
): Promise<Begun[]> {
  const { table, clock } = store();
  await table.delete("rate-limiter");
  const rateLimiter = createRateLimiter(table, () => clock.nowMs);
  type Sleeper = Arrival & { wakeMs: number; reservation?: Reservation };
  const sleepers: Sleeper[] = arrivals.map((one) => ({
    ...one,
    wakeMs: one.atMs,
  }));
  const begun: Begun[] = [];
  for (;;) {
    sleepers.sort((one, other) => one.wakeMs - other.wakeMs);
    const next = sleepers[0];
    if (next === undefined) return begun;
    const { calls, callClass } = next;
    clock.nowMs = startMs + next.wakeMs;
    const isNew = next.reservation === undefined;
    next.reservation ??= await rateLimiter.reserve(
      calls,
      callsPerSecond,
      callClass,
    );
    const beginAtMs = isNew
      ? next.reservation.beginAtMs
      : await rateLimiter.beginAtMsOf(next.reservation);
    const beginMs = beginAtMs - startMs;
    // Fractions of a nanosecond are rounding.
    if (beginMs > next.wakeMs + 1e-6) {
      next.wakeMs = beginMs;
      continue;
    }
    sleepers.shift();
    begun.push({ ...next, beginMs: next.wakeMs });
  }
}

const hires = (count: number): Arrival[] =>
  Array.from({ length: count }, () => ({
    atMs: 0,
    calls: 4,
    callClass: "other",
  }));

const waitOf = ({ beginMs, atMs }: Begun) => beginMs - atMs;

test("behind many hires at five calls a second, disabling begins in 5 s and a status in 15 s", async () => {
  const count = effort(30, 1_000);
  const later: Arrival[] = [
    { atMs: 10_000, calls: 3, callClass: "disable" },
    { atMs: 10_400, calls: 2, callClass: "status" },
    { atMs: 11_000, calls: 3, callClass: "disable" },
    { atMs: 11_100, calls: 2, callClass: "status" },
    { atMs: 11_200, calls: 2, callClass: "status" },
  ];
  const begun = await simulate([...hires(count), ...later], 5);
  const waits = (callClass: CallClass) =>
    begun.filter((one) => one.callClass === callClass).map(waitOf);
  expect(waits("disable")).toHaveLength(2);
  expect(Math.max(...waits("disable"))).toBeLessThan(5_000);
  expect(waits("status")).toHaveLength(3);
  expect(Math.max(...waits("status"))).toBeLessThan(15_000);
  // The hires lose the time of those calls, and nothing else: 12 calls at 5 a second.
  const lastMs = (count - 1) * 800 + 2_400;
  expect(begun.at(-1)?.beginMs).toBeCloseTo(lastMs, 3);
});

const arrivalsArbitrary = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
      calls: fc.integer({ min: 1, max: 6 }),
      callClass: fc.constantFrom<CallClass>("disable", "status", "other"),
    }),
    { minLength: 1, maxLength: effort(25, 40) },
  )
  .map((gaps) => {
    let atMs = 0;
    return gaps.map(({ gapMs, ...rest }) => {
      atMs += gapMs;
      return { ...rest, atMs };
    });
  });

test("calls keep to the rate in any time, lose no time while calls wait, and get the share of their class", async () => {
  const rate = 5;
  const callMs = 1_000 / rate;
  await fc.assert(
    fc.asyncProperty(arrivalsArbitrary, async (arrivals) => {
      const begun = await simulate(arrivals, rate);
      expect(begun).toHaveLength(arrivals.length);
      const largest = (callClass: CallClass) =>
        Math.max(
          0,
          ...arrivals
            .filter((one) => one.callClass === callClass)
            .map(({ calls }) => calls),
        );
      // The calls of one reservation begin together. A class with a share may begin one from it, and one behind all.
      const burst =
        largest("other") + 2 * (largest("disable") + largest("status"));
      for (let from = 0; from < begun.length; from++) {
        let calls = 0;
        for (const one of begun.slice(from)) {
          calls += one.calls;
          const spanMs = one.beginMs - (begun[from]?.beginMs ?? 0);
          expect(calls).toBeLessThanOrEqual(spanMs / callMs + burst + 1e-6);
        }
      }
      // The backlog of a platform that works at the full rate whenever calls wait.
      let idleAtMs = 0;
      for (const { atMs, calls } of arrivals)
        idleAtMs = Math.max(idleAtMs, atMs) + calls * callMs;
      const lastMs = begun.at(-1)?.beginMs ?? 0;
      expect(lastMs).toBeLessThanOrEqual(idleAtMs + 1e-6);
      // Each class has its share.
      for (const callClass of ["disable", "status"] as const)
        expectShare(begun, callClass, callMs / shares[callClass]);
    }),
    { numRuns: effort(20, 100) },
  );
});

/**
 * With its share alone, a reservation would wait until the earlier calls of its class are done. It may wait longer only
 * if it went behind all other calls: then later calls from the shares go first, and leave it the rest of the rate.
 */
function expectShare(
  begun: readonly Begun[],
  callClass: CallClass,
  callMsOfShare: number,
): void {
  let freeAtMs = 0;
  const inOrder = begun
    .filter((one) => one.callClass === callClass)
    .toSorted((one, other) => one.atMs - other.atMs);
  for (const { atMs, beginMs, calls } of inOrder) {
    freeAtMs = Math.max(freeAtMs, atMs);
    const longestMs = (freeAtMs - atMs) / shareOfOthers;
    expect(beginMs - atMs).toBeLessThanOrEqual(longestMs + 1e-6);
    freeAtMs += calls * callMsOfShare;
  }
}
