import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { describe, expect, test } from "vitest";
import {
  countRepeat,
  reserveRetry,
  waitForReservation,
} from "../../../shared/workflow/reserve-calls.ts";
import type {
  CallClass,
  RateLimiter,
  Reservation,
} from "../../../shared/store/rate-limiter.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Steps } from "../../../shared/workflow/steps.ts";
import { rows } from "../../fixtures/rows.ts";

const startMs = Date.UTC(2026, 0, 1);

/**
 * An operation whose calls may begin after `freeInMs`. It records the reservations and the pauses. The engine ends its
 * pauses late by `lateMs`. At each later look, more urgent calls have moved the begin by the next of `delaysMs`.
 */
function operationAt(
  freeInMs: number,
  { lateMs = 0, delaysMs = [] as number[] } = {},
) {
  let nowMs = startMs;
  const reserved: Parameters<RateLimiter["reserve"]>[] = [];
  const waits: string[] = [];
  const names: string[] = [];
  const rateLimiter = {
    reserve: async (...call: Parameters<RateLimiter["reserve"]>) => {
      reserved.push(call);
      const beginAtMs = startMs + freeInMs;
      // With `ahead`, more urgent calls may still come, so the operation looks again.
      return delaysMs.length > 0
        ? { beginAtMs, ahead: { disable: 0, status: 0 } }
        : { beginAtMs };
    },
    beginAtMsOf: async ({ beginAtMs }: Reservation) =>
      beginAtMs + (delaysMs.shift() ?? 0),
  };
  const steps = {
    store: (
      name: string,
      body: () => Promise<unknown>,
      { maxAttempts }: { maxAttempts: number },
    ) => {
      names.push(`${name}, ${maxAttempts} attempts`);
      return body();
    },
  } as unknown as Steps;
  const context = {
    wait: async (name: string, { seconds }: { seconds: number }) => {
      names.push(name);
      waits.push(`${seconds} s of the engine`);
      nowMs += seconds * 1_000 + lateMs;
    },
  } as unknown as DurableContext;
  const sleepMs = async (durationMs: number) =>
    void waits.push(`${durationMs} ms here`);
  const options = {
    store: { rateLimiter },
    nowMs: () => nowMs,
    sleepMs,
    callsPerSecond: 90,
  };
  return {
    reserved,
    waits,
    names,
    wait: (callClass: CallClass, more: object = {}) =>
      waitForReservation(
        { ...options, ...more, context, steps },
        callClass,
        async () => 4,
      ),
    count: (more: object = {}) => countRepeat({ ...options, ...more }),
    retry: (
      callClass: CallClass,
      failure: StepFailure,
      more: object = {},
      countCalls?: () => Promise<number>,
    ) => reserveRetry({ ...options, ...more }, callClass, failure, countCalls),
  };
}

const fail = () => Promise.reject(new StepFailure("unexpected"));
const broken = { store: { rateLimiter: { reserve: fail, beginAtMsOf: fail } } };
const unlimited = { callsPerSecond: undefined };

test.each(
  rows<[string, number, { lateMs?: number; delaysMs?: number[] }, string[]]>`
    now | ${0} | ${{}} | ${[]}
    for long already | ${-90_000} | ${{}} | ${[]}
    within a second | ${999} | ${{}} | ${["999 ms here"]}
    later | ${65_250} | ${{}} | ${["65 s of the engine", "250 ms here"]}
    before the engine wakes the operation | ${5_500} | ${{ lateMs: 700 }} | ${["5 s of the engine"]}
    later than reserved, because more urgent calls come | ${5_500} | ${{ delaysMs: [3_000, 3_200] }} | ${["5 s of the engine", "3 s of the engine", "700 ms here"]}
    later, and our clock is minutes behind | ${5_500} | ${{ lateMs: -120_000 }} | ${["5 s of the engine", "1000 ms here"]}
    later, more urgent calls may come, and our clock is minutes behind | ${5_500} | ${{ lateMs: -120_000, delaysMs: [0] }} | ${["5 s of the engine", "1000 ms here"]}
  `,
)(
  "an operation waits no longer than necessary if the platform is free %s",
  async (_when, freeInMs, more, expected) => {
    const { wait, waits, reserved } = operationAt(freeInMs, more);
    await wait("disable");
    expect(reserved).toEqual([[4, 90, "disable"]]);
    expect(waits).toEqual(expected);
  },
);

test("without a rate limiter nothing is reserved, and if the store is out nothing is waited for", async () => {
  for (const more of [unlimited, broken]) {
    const { wait, waits, reserved } = operationAt(5_000);
    await wait("other", more);
    expect([reserved, waits]).toEqual([[], []]);
  }
});

test("a call that is sent again is reserved after all earlier calls, and not at all without a limit", async () => {
  const { count, reserved } = operationAt(5_000);
  await count(unlimited);
  expect(reserved).toEqual([]);
  await count();
  expect(reserved).toEqual([[1, 90, "other"]]);
});

test("each step and pause of a reservation has its own name, by which the engine replays it", async () => {
  const { wait, names } = operationAt(5_500, { delaysMs: [3_000] });
  await wait("other");
  expect(names).toEqual([
    "reserve calls, 3 attempts",
    "wait for the platform",
    "reserve calls 2, 3 attempts",
    "wait for the platform 2",
    "reserve calls 3, 3 attempts",
  ]);
});

describe("a call that the platform refused with 429", () => {
  const busy = new StepFailure("platform-busy", {
    retryable: true,
    retryAfterMs: 1_000,
  });

  test.each([
    ["is repeated after all reserved calls", 42_500, 42_500],
    ["waits at least as long as the platform asked", 300, 1_000],
  ])("%s", async (_what, freeInMs, retryAfterMs) => {
    const { retry, reserved } = operationAt(freeInMs);
    expect(await retry("status", busy)).toMatchObject({
      code: "platform-busy",
      retryable: true,
      retryAfterMs,
    });
    // A retry reads first whether the earlier attempt took effect, and then calls again.
    expect(reserved).toEqual([[2, 90, "status"]]);
  });

  test("is not delayed without a rate limiter or while the store is out, and neither is another or a final failure", async () => {
    const { retry, reserved } = operationAt(5_000);
    const other = new StepFailure("platform-error-503", { retryable: true });
    const final = new StepFailure("platform-busy");
    expect(await retry("other", busy, unlimited)).toBe(busy);
    expect(await retry("other", busy, broken)).toBe(busy);
    expect(await retry("other", other)).toBe(other);
    expect(await retry("other", final)).toBe(final);
    expect(reserved).toEqual([]);
  });
});

test("a step that makes all its calls again reserves them after any failure that another attempt follows", async () => {
  const { retry, reserved } = operationAt(42_500);
  const retryIf = (retryable: boolean) => {
    const failure = new StepFailure("source-error", { retryable });
    return retry("other", failure, {}, async () => 7);
  };
  expect(await retryIf(false)).toMatchObject({ retryAfterMs: 0 });
  expect(reserved).toEqual([]);
  const later = { code: "source-error", retryAfterMs: 42_500 };
  expect(await retryIf(true)).toMatchObject({ ...later, retryable: true });
  expect(reserved).toEqual([[7, 90, "other"]]);
});
