import * as z from "zod/mini";
import { absent } from "../dynamodb/expressions.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import {
  leaseMs,
  leaseTo,
  leaseFields,
  requireTimeOf,
  whereFreeFor,
} from "./leases.ts";
import { StepFailure } from "../step-failure.ts";
import { dayMs } from "../durations.ts";

/** The events of one read count one after the other, a millisecond each, and before the events of the next read. */
export const maxEventsOfRead = 4;
/** The most operations that a record remembers. An index has the earlier ones. */
const maxLedTo = 5 * maxEventsOfRead;
/** Later than the last retry of an operation, whose payload is kept for 14 days. */
const keptMs = 30 * dayMs;

const recordSchema = z.object({
  readAtMs: z._default(z.number(), 0),
  ledTo: z._default(z.array(z.string()), []),
});

/** The record of a source, as one caller asks for it. */
export type RecordKey = { caller: string; recordId: string };

/** The turn of one operation to read a record. */
export type ReadTurn = {
  /** When the read starts. Later than all events of every earlier read of the record, on every clock. */
  startMs: number;
  /** The operations to which the latest reads led, the newest last. An index may lack them for a moment. */
  ledTo: readonly string[];
  /**
   * Call it before the result of the read is used.
   *
   * @throws StepFailure `record-busy`, worth another attempt, when too little time of the lease is left
   */
  requireTime: () => void;
};

/**
 * One reader for each record. Reads that overlap could not be ordered by their start: the source may answer the earlier
 * one with the later state.
 */
export function createRecordReads(table: Table, nowMs: () => number) {
  return {
    /** Whether a read of the record has led to an operation, as far as we remember. */
    hasLed: async (key: RecordKey): Promise<boolean> => {
      const known = await table.get(idOf(key), recordSchema);
      return known !== undefined && known.ledTo.length > 0;
    },

    /**
     * Runs `read` while no other operation reads the record. `read` resolves to its result and to the operations to
     * which it led.
     *
     * @throws StepFailure `record-busy`, worth another attempt
     */
    async takeTurn<T extends { ledTo: readonly string[] }>(
      key: RecordKey,
      holder: string,
      read: (turn: ReadTurn) => Promise<T>,
    ): Promise<T> {
      const id = idOf(key);
      const known = await table.get(id, recordSchema);
      const { readAtMs, ledTo } = known ?? recordSchema.parse({});
      const takenAtMs = nowMs();
      const startMs = Math.max(takenAtMs, readAtMs + maxEventsOfRead);
      const unchanged = { readAtMs: known ? readAtMs : absent };
      const isTaken = await table.update(id, {
        set: {
          ...leaseTo(holder, takenAtMs + leaseMs),
          readAtMs: startMs,
          ...sweepAt(takenAtMs + keptMs),
        },
        where: whereFreeFor(holder, takenAtMs, unchanged),
        createsItem: true,
      });
      if (!isTaken) throw new StepFailure("record-busy", { retryable: true });
      const release = (set: Record<string, unknown>) =>
        table.update(id, {
          set,
          remove: leaseFields,
          where: { leaseBy: holder, readAtMs: startMs },
        });
      try {
        const result = await read({
          startMs,
          ledTo,
          requireTime: () => requireTimeOf(takenAtMs, nowMs(), "record-busy"),
        });
        const all = [...ledTo, ...result.ledTo].slice(-maxLedTo);
        await release(result.ledTo.length > 0 ? { ledTo: all } : {});
        return result;
      } catch (error) {
        await release({});
        throw error;
      }
    },
  };
}

/** The name of a caller has no `#`. */
function idOf({ caller, recordId }: RecordKey): string {
  return `record#${caller}#${recordId}`;
}
