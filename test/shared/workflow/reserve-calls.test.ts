import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { describe, expect, test } from "vitest";
import {
  reserveRetry,
  waitForReservation,
} from "../../../shared/workflow/reserve-calls.ts";
import type {
  RateLimiter,
  Reservation,
} from "../../../shared/store/rate-limiter.ts";
import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { Steps } from "../../../shared/workflow/steps.ts";

const startMs = Date.UTC(2026, 0, 1);

/**
 * An operation whose calls may begin after `freeInMs`. It records the reservations and the pauses. The pauses of the
 * engine can end late, and calls that go first can delay the operation meanwhile.
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
  const options = { store: { rateLimiter }, nowMs: () => nowMs, sleepMs };
  return { reserved, waits, names, options, frame: { context, steps } };
}

const fourCalls = async () => 4;

test("without a rate limiter, no calls are counted and no operation waits", async () => {
  const { options, frame, waits, reserved } = operationAt(5_000);
  let isCounted = false;
  const countCalls = async () => {
    isCounted = true;
    return 4;
  };
  await waitForReservation(
    { ...options, callsPerSecond: undefined },
    frame,
    "other",
    countCalls,
  );
  expect([isCounted, reserved, waits]).toEqual([false, [], []]);
});

test.each([
  ["is free", 0, []],
  ["has been free for long", -90_000, []],
  ["is free within a second", 999, ["999 ms here"]],
  ["is free later", 65_250, ["65 s of the engine", "250 ms here"]],
])(
  "an operation waits no longer than necessary for a platform that %s",
  async (_when, freeInMs, expected) => {
    const { options, frame, waits, reserved } = operationAt(freeInMs);
    await waitForReservation(
      { ...options, callsPerSecond: 90 },
      frame,
      "disable",
      fourCalls,
    );
    expect(reserved).toEqual([[4, 90, "disable"]]);
    expect(waits).toEqual(expected);
  },
);

test("an operation that wakes late begins at once", async () => {
  const { options, frame, waits } = operationAt(5_500, { lateMs: 700 });
  await waitForReservation(
    { ...options, callsPerSecond: 90 },
    frame,
    "disable",
    fourCalls,
  );
  expect(waits).toEqual(["5 s of the engine"]);
});

test("an operation waits longer when calls that go first come while it waits", async () => {
  const { options, frame, waits, reserved } = operationAt(5_500, {
    delaysMs: [3_000, 3_200],
  });
  await waitForReservation(
    { ...options, callsPerSecond: 90 },
    frame,
    "other",
    fourCalls,
  );
  expect(reserved).toHaveLength(1);
  expect(waits).toEqual([
    "5 s of the engine",
    "3 s of the engine",
    "700 ms here",
  ]);
});

test("each step and each pause of a reservation has a name of its own, because the engine replays them by name", async () => {
  const { options, frame, names } = operationAt(5_500, { delaysMs: [3_000] });
  await waitForReservation(
    { ...options, callsPerSecond: 90 },
    frame,
    "other",
    fourCalls,
  );
  expect(names).toEqual([
    "reserve calls, 3 attempts",
    "wait for the platform",
    "reserve calls 2, 3 attempts",
    "wait for the platform 2",
    "reserve calls 3, 3 attempts",
  ]);
});

test.each([
  ["with a share", []],
  ["without a share", [0]],
])(
  "a clock that is minutes behind delays an operation %s by at most a second",
  async (_, delaysMs) => {
    const { options, frame, waits } = operationAt(5_500, {
      lateMs: -120_000,
      delaysMs,
    });
    await waitForReservation(
      { ...options, callsPerSecond: 90 },
      frame,
      "disable",
      fourCalls,
    );
    expect(waits).toEqual(["5 s of the engine", "1000 ms here"]);
  },
);

test("an operation whose calls cannot be reserved continues without a reservation", async () => {
  const { options, frame, waits } = operationAt(0);
  const out = () => Promise.reject(new StepFailure("unexpected"));
  const store = { rateLimiter: { reserve: out, beginAtMsOf: out } };
  await waitForReservation(
    { ...options, store, callsPerSecond: 90 },
    frame,
    "disable",
    fourCalls,
  );
  expect(waits).toEqual([]);
});

describe("a refused call", () => {
  const busy = new StepFailure("platform-busy", {
    retryable: true,
    retryAfterMs: 1_000,
  });

  test.each([
    ["comes back when all that is reserved is over", 42_500, 42_500],
    ["waits as long as the platform asked in any case", 300, 1_000],
  ])(
    "a call that the platform refused as one too many %s",
    async (_what, freeInMs, expected) => {
      const { options, reserved } = operationAt(freeInMs);
      const failure = await reserveRetry(
        { ...options, callsPerSecond: 90 },
        "status",
        busy,
      );
      expect(reserved).toEqual([[2, 90, "status"]]);
      expect(failure).toMatchObject({
        message: "platform-busy",
        retryable: true,
        retryAfterMs: expected,
      });
    },
  );

  test("a call that was refused for another reason reserves nothing", async () => {
    const { options, reserved } = operationAt(5_000);
    const other = new StepFailure("platform-error-503", { retryable: true });
    expect(
      await reserveRetry({ ...options, callsPerSecond: 90 }, "other", other),
    ).toBe(other);
    expect(reserved).toEqual([]);
  });

  test("a refused call reserves nothing without a rate limiter", async () => {
    const { options, reserved } = operationAt(5_000);
    expect(
      await reserveRetry(
        { ...options, callsPerSecond: undefined },
        "other",
        busy,
      ),
    ).toBe(busy);
    expect(reserved).toEqual([]);
  });

  test("a refused call that cannot be reserved is tried again when the platform asks for it", async () => {
    const { options } = operationAt(0);
    const out = () => Promise.reject(new StepFailure("unexpected"));
    const store = { rateLimiter: { reserve: out, beginAtMsOf: out } };
    expect(
      await reserveRetry(
        { ...options, store, callsPerSecond: 90 },
        "other",
        busy,
      ),
    ).toBe(busy);
  });
});
