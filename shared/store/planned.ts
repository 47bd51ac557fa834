import * as z from "zod/mini";
import { sweepAt, type Table } from "../dynamodb/table.ts";

const plannedSchema = z.object({ operations: z.set(z.string()) });
const hourMs = 60 * 60_000;
const keptMs = 24 * hourMs;

/**
 * The operations that were stored lately to begin at a later time. An index may lack them for seconds, and a decision
 * about an employee needs them: one of them may replace the operation that decides. They are kept by the hour, so that
 * an item stays small however many events come.
 */
export function createPlanned(table: Table, nowMs: () => number) {
  const keyOf = (employeeId: string, hour: number) =>
    `planned#${hour}#${employeeId}`;
  const currentHour = () => Math.floor(nowMs() / hourMs);

  return {
    /** Notes an operation before it is stored. Noting it again is harmless. */
    async note(employeeId: string, operationId: string): Promise<void> {
      await table.update(keyOf(employeeId, currentHour()), {
        add: { operations: new Set([operationId]) },
        set: sweepAt(nowMs() + keptMs),
        where: {},
        createsItem: true,
      });
    },

    /** The ids of the operations of the last hour, and of some before it. Not every one of them was stored. */
    async recent(employeeId: string): Promise<string[]> {
      const hours = [currentHour(), currentHour() - 1];
      const items = await Promise.all(
        hours.map((hour) => table.get(keyOf(employeeId, hour), plannedSchema)),
      );
      return items.flatMap((item) => [...(item?.operations ?? [])]);
    },
  };
}
