import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

const rateLimiterSchema = z.object({ freeAtMs: z.number() });

const id = "rate-limiter";

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Keeps all workflows together within the rate that the platform accepts. Each operation reserves the time of its
 * calls, and begins when the earlier reservations are over. The whole fleet shares one number. A reservation costs one
 * write when another one is ahead of it, and two otherwise.
 */
export function createRateLimiter(table: Table, nowMs: () => number) {
  return {
    /**
     * Reserves time for a number of calls, after the earlier reservations.
     *
     * @returns when the calls may begin, as milliseconds since 1970, with fractions; in the past or now when nothing is
     *   reserved
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
        // Nothing is reserved. Another operation may find the same at this moment, so this write is conditional too.
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
