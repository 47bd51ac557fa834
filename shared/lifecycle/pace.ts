import * as z from "zod/mini";
import type { Table } from "./table.ts";

const paceSchema = z.object({ freeAtMs: z.number() });

const id = "pace";

export type Pace = ReturnType<typeof createPace>;

/**
 * How all workflows together keep within what the platform takes: each books the time that its calls need, and begins
 * when the bookings before it are over. One number for the whole fleet, and one write for each operation that
 * comes after others; two for one that comes when nobody is there.
 */
export function createPace(table: Table, nowMs: () => number) {
  return {
    /**
     * Books so many calls, after those that were booked before. Resolves to the time at which they may begin, epoch
     * milliseconds and fractions of them; it is not in the future where nobody has to wait.
     */
    async book(calls: number, callsPerSecond: number): Promise<number> {
      const durationMs = (calls * 1_000) / callsPerSecond;
      for (;;) {
        const now = nowMs();
        const queued = await table.updateAndGet(
          id,
          {
            add: { freeAtMs: durationMs },
            where: { freeAtMs: { above: now } },
          },
          paceSchema,
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
