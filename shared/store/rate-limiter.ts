import * as z from "zod/mini";
import type { Update } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";

/**
 * What calls are for. `disable` takes access from a leaver, and people wait for `status`. A part of the rate is kept
 * for each of these two.
 */
export type CallClass = "disable" | "status" | "other";
type FirstClass = Exclude<CallClass, "other">;

/**
 * The part of the rate that is kept for a class. The others use it while the class needs less. Leavers go before all
 * others, because each of them has access until then; the rest keeps a status from waiting behind a mass layoff.
 */
const shares = { disable: 0.85, status: 0.1 } as const;
const firstClasses = ["disable", "status"] as const satisfies FirstClass[];

/** The attributes in which a class that has a share keeps its numbers. */
const shareFields = {
  disable: { freeAtMs: "disableFreeAtMs", reservedMs: "disableReservedMs" },
  status: { freeAtMs: "statusFreeAtMs", reservedMs: "statusReservedMs" },
} as const;

const orZero = z._default(z.number(), 0);
const rateLimiterSchema = z.object({
  /** The rate of all times in this item. */
  callsPerSecond: z.number(),
  /** When all reserved calls are made, if no more are reserved. */
  freeAtMs: z.number(),
  /** When the calls are made that were reserved from the share of the class. */
  disableFreeAtMs: orZero,
  statusFreeAtMs: orZero,
  /** The time of all calls that were ever reserved from the share of the class, at the full rate. */
  disableReservedMs: orZero,
  statusReservedMs: orZero,
});
type Numbers = z.infer<typeof rateLimiterSchema>;

/** Calls that may begin at a time. The engine's history contains it. */
export type Reservation = {
  /** As milliseconds since 1970, with fractions. In the past or now when nothing is ahead. */
  beginAtMs: number;
  /**
   * For calls that have no share, or found it used up: what was reserved from each share before them. Calls that are
   * reserved from a share later go first, so `beginAtMs` may move until it has come.
   */
  ahead?: Record<FirstClass, number>;
};

/** Most reservations meet others, so this is the first guess about the numbers. */
const busy: Omit<Numbers, "callsPerSecond"> = {
  freeAtMs: Number.POSITIVE_INFINITY,
  disableFreeAtMs: 0,
  statusFreeAtMs: 0,
  disableReservedMs: 0,
  statusReservedMs: 0,
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Keeps all workflows together within the rate that the platform, or the source of this id, accepts. Each operation
 * reserves the time of its calls, and begins when the earlier reservations are over. Calls of a class with a share
 * begin as soon as the share is free, and delay all others by their time, so the sum stays within the rate.
 *
 * The whole fleet shares the numbers of one item. A reservation costs one or two writes. When the configured rate
 * changes, the reserved time that is ahead changes in proportion. Calls that wait already keep their begin.
 */
export function createRateLimiter(
  table: Table,
  nowMs: () => number,
  id = "rate-limiter",
) {
  return {
    /** Reserves time for a number of calls, after the earlier reservations or from the share of their class. */
    async reserve(
      calls: number,
      callsPerSecond: number,
      callClass: CallClass,
    ): Promise<Reservation> {
      let known: Numbers | undefined = { ...busy, callsPerSecond };
      for (;;) {
        const now = nowMs();
        const planned: PlannedUpdate =
          known && known.callsPerSecond !== callsPerSecond
            ? changeRate(known, callsPerSecond, now)
            : chooseUpdate(known, calls, callsPerSecond, callClass, now);
        const { applied, item } = await table.updateOrRead(
          id,
          planned.update,
          rateLimiterSchema,
        );
        if (applied && planned.reservationOf)
          return planned.reservationOf(item);
        // The item differs from what we expected, or this write has only set the new rate.
        known = item;
      }
    },

    /** When the calls of a reservation may begin, as far as it is known now. */
    async beginAtMsOf({ beginAtMs, ahead }: Reservation): Promise<number> {
      const numbers = ahead && (await table.get(id, rateLimiterSchema));
      return numbers
        ? delayedBegin(beginAtMs, ahead, numbers, nowMs())
        : beginAtMs;
    },
  };
}

type PlannedUpdate = {
  update: Update;
  /** Absent: nothing is reserved yet. */
  reservationOf?: (numbers: Numbers) => Reservation;
};

/** Stretches or shortens all time that is ahead, if no other operation was first. */
function changeRate(
  known: Numbers,
  callsPerSecond: number,
  now: number,
): PlannedUpdate {
  const factor = known.callsPerSecond / callsPerSecond;
  const atNewRate = (atMs: number) => now + Math.max(0, atMs - now) * factor;
  const freeAtMs = atNewRate(known.freeAtMs);
  const set: Record<string, number> = { callsPerSecond, freeAtMs };
  for (const callClass of firstClasses) {
    const fields = shareFields[callClass];
    const shareFreeAtMs = atNewRate(known[fields.freeAtMs]);
    set[fields.freeAtMs] = shareFreeAtMs;
    // What the share has done until now stays done.
    set[fields.reservedMs] =
      doneMs(callClass, known, now) + shares[callClass] * (shareFreeAtMs - now);
  }
  return {
    update: {
      set,
      where: {
        callsPerSecond: known.callsPerSecond,
        // A reservation since our read has raised the time. The stored time may have more digits than ours.
        freeAtMs: { below: known.freeAtMs + 0.01 },
      },
    },
  };
}

/** How a reservation is written, if the numbers are as known, at the same rate. */
function chooseUpdate(
  known: Numbers | undefined,
  calls: number,
  callsPerSecond: number,
  callClass: CallClass,
  now: number,
): PlannedUpdate {
  const durationMs = (calls * 1_000) / callsPerSecond;
  if (known === undefined || known.freeAtMs <= now)
    return {
      update: {
        set: { callsPerSecond, freeAtMs: now + durationMs },
        where: { freeAtMs: { atMost: now } },
        createsItem: true,
      },
      reservationOf: () => ({ beginAtMs: now }),
    };
  const where = { callsPerSecond, freeAtMs: { above: now } };
  const add = { freeAtMs: durationMs };
  const behindAll = {
    update: { add, where },
    reservationOf: (numbers: Numbers) => ({
      beginAtMs: numbers.freeAtMs - durationMs,
      ahead: aheadOf(numbers),
    }),
  };
  if (callClass === "other") return behindAll;
  const { freeAtMs: shareFreeAtMs, reservedMs } = shareFields[callClass];
  const shareMs = durationMs / shares[callClass];
  const added = { ...add, [reservedMs]: durationMs };
  if (known[shareFreeAtMs] <= now)
    return {
      update: {
        set: { [shareFreeAtMs]: now + shareMs },
        add: added,
        where: { ...where, [shareFreeAtMs]: { atMost: now } },
      },
      reservationOf: () => ({ beginAtMs: now }),
    };
  // The share is used up for longer than everything else takes.
  if (known[shareFreeAtMs] >= known.freeAtMs) return behindAll;
  return {
    update: {
      add: { ...added, [shareFreeAtMs]: shareMs },
      where: { ...where, [shareFreeAtMs]: { below: known.freeAtMs } },
    },
    reservationOf: (numbers) => ({
      beginAtMs: numbers[shareFreeAtMs] - shareMs,
    }),
  };
}

function aheadOf(numbers: Numbers): Record<FirstClass, number> {
  const { disableReservedMs, statusReservedMs } = numbers;
  return { disable: disableReservedMs, status: statusReservedMs };
}

/**
 * When calls may begin, if calls that were reserved from a share after them go first. A share works off its calls
 * evenly, and all shares together leave a twentieth of the rate. If the last round has not found the time, the caller
 * asks again at the returned one.
 */
function delayedBegin(
  beginAtMs: number,
  ahead: Record<FirstClass, number>,
  numbers: Numbers,
  now: number,
): number {
  let atMs = Math.max(beginAtMs, now);
  for (let round = 0; round < 200; round++) {
    const delayMs = firstClasses
      .map((callClass) => doneMs(callClass, numbers, atMs) - ahead[callClass])
      .reduce((sum, laterMs) => sum + Math.max(0, laterMs), 0);
    if (beginAtMs + delayMs <= atMs) return atMs;
    atMs = beginAtMs + delayMs;
  }
  return atMs;
}

/** The time of all calls of a class that were ever made from its share until then. */
function doneMs(
  callClass: FirstClass,
  numbers: Numbers,
  untilMs: number,
): number {
  const { freeAtMs, reservedMs } = shareFields[callClass];
  const openMs = Math.max(0, numbers[freeAtMs] - untilMs);
  return numbers[reservedMs] - shares[callClass] * openMs;
}
