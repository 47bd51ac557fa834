import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

const rateLimiterSchema = z.object({ freeAtMs: z.number() });

const id = "rate-limiter";

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * How all workflows together keep within what the platform takes: each reserves the time that its calls need, and begins
 * when the reservations before it are over. One number for the whole fleet, and one write for each operation that
 * comes after others; two for one that comes when nobody is there.
 */
export function createRateLimiter(table: Table, nowMs: () => number) {
  return {
    /**
     * Reserves so many calls, after those that were reserved before. Resolves to the time at which they may begin, epoch
     * milliseconds and fractions of them; it is not in the future where nobody has to wait.
     */
    async reserve(calls: number, callsPerSecond: number): Promise<number> {
      const durationMs = (calls * 1_000) / callsPerSecond;
      for (;;) {
        const now = nowMs();
        const queued = await table.updateAndGet(
          id,
          {
            add: { freeAtMs: durationMs },
            where: { freeAtMs: { above: now } },
          },
          rateLimiterSchema,
        );
        if (queued) return queued.freeAtMs - durationMs;
        // Nobody is before us; unless somebody else finds the same at this moment.
        const freeAtMs = now + durationMs;
        const isFirst =
          (await table.update(id, {
            set: { freeAtMs },
            where: { freeAtMs: { atMost: now } },
          })) || (await table.putIfAbsent({ id, freeAtMs }));
        if (isFirst) return now;
      }
    },
  };
}
