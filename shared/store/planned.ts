import * as z from "zod/mini";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { dayMs, hourMs } from "../durations.ts";

const plannedSchema = z.object({ operations: z.set(z.string()) });
/** Longer than an index lags. */
const listedAfterMs = 15 * 60_000;
const keptMs = dayMs;

/**
 * The operations that were stored lately to begin at a later time, or to cancel a termination. An index may lack them
 * for seconds, and a decision about an employee needs them: one of them may replace the operation that decides, or
 * restore the person whom it changes. They are kept by the hour, so that an item stays small however many events come.
 */
export function createPlanned(table: Table, nowMs: () => number) {
  const keyOf = (employeeId: string, hour: number) =>
    `planned#${hour}#${employeeId}`;
  const hourOf = (atMs: number) => Math.floor(atMs / hourMs);

  return {
    /** Notes an operation before it is stored. Noting it again is harmless. */
    async note(employeeId: string, operationId: string): Promise<void> {
      await table.update(keyOf(employeeId, hourOf(nowMs())), {
        add: { operations: new Set([operationId]) },
        set: sweepAt(nowMs() + keptMs),
        where: {},
        createsItem: true,
      });
    },

    /** The ids of the operations of the last quarter of an hour, and of some before it. Not each of them was stored. */
    async recent(employeeId: string): Promise<string[]> {
      const atMs = nowMs();
      const hours = new Set([hourOf(atMs), hourOf(atMs - listedAfterMs)]);
      const items = await Promise.all(
        [...hours].map((hour) =>
          table.get(keyOf(employeeId, hour), plannedSchema),
        ),
      );
      return items.flatMap((item) => [...(item?.operations ?? [])]);
    },
  };
}
