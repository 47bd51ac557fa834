import * as z from "zod/mini";
import { minuteMs } from "../durations.ts";
import type { Cursor, Table, TablePage } from "../dynamodb/table.ts";

/** After this time, a start that did not lead to a run, and work that failed, are tried again. */
export const againAfterMs = 2 * minuteMs;

/** The id of an item, without the prefix of its list, and since when the item is due. */
export type DueEntry = {
  id: string;
  dueAtMs: number;
  /** Only of a blocked operation: its employee, if one runner does the work of all operations of the employee. */
  employeeId?: string;
};

/** Work that waits for its time: one partition of an index, whose sort key is the time. */
export type DueList = {
  /**
   * A page of what is due by now, the most overdue first. The index may be a moment old: it still lists what was done,
   * so every change that follows is a conditional write.
   */
  page: (limit: number, from?: Cursor) => Promise<TablePage<DueEntry>>;
  /**
   * Makes an item due later. It does not read the item, which may be unreadable. False: the item is not due any more.
   *
   * @param pauseMs - @default the pause after a failure
   */
  postpone: (id: string, pauseMs?: number) => Promise<boolean>;
};

const entrySchema = z.catchall(z.object({ id: z.string() }), z.unknown());

/** @param prefix - the beginning of the id of each item, which the ids of the entries leave out */
export function createDueList(
  table: Table,
  nowMs: () => number,
  {
    index,
    partition,
    time,
    prefix = "",
  }: {
    index: string;
    partition: [attribute: string, value: string];
    time: string;
    prefix?: string;
  },
): DueList {
  const [attribute, value] = partition;
  return {
    async page(limit, from) {
      const listed = await table.page(
        { index, partition, between: [time, 0, nowMs()], limit },
        entrySchema,
        from,
      );
      const entries = listed.entries.map(({ id, [time]: dueAtMs }) => ({
        id: id.slice(prefix.length),
        dueAtMs: Number(dueAtMs),
      }));
      return { ...listed, entries };
    },
    postpone: (id, pauseMs = againAfterMs) =>
      table.update(prefix + id, {
        set: { [time]: nowMs() + pauseMs },
        where: {
          [attribute]: value,
          [time]: { atMost: nowMs() },
        },
      }),
  };
}
