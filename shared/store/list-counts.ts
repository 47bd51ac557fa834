import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";
import type { OpenList } from "./operation-indexes.ts";
import { idOf } from "./operation-writer.ts";
import type { Blocker } from "../reason-codes.ts";

/** A count stops here. */
const maxCounted = 10_000;
/** The scheduler runs each minute, so an operation that was due this long ago should have been handled. */
const overdueAfterMs = 2 * 60_000;

/** A count that stops at a bound. */
export type BoundedCount = { count: number; isAtLeast: boolean };

const reasonSchema = z.object({ reason: z.optional(z.string()) });
const dueSchema = z.object({ id: z.string(), dueAtMs: z.number() });

/** What the overview counts. */
export function createListCounts(table: Table, nowMs: () => number) {
  const readAll = <S extends z.ZodMiniType>(
    index: string,
    partition: [attribute: string, value: string],
    schema: S,
  ) => table.all({ index, partition, limit: maxCounted }, schema);

  return {
    /** Counts open operations, and how many of them have which reason. */
    async countOpen(
      list: OpenList,
    ): Promise<BoundedCount & { byReason: Map<string, number> }> {
      const { entries, isAtLeast } = await readAll(
        "open",
        ["open", list],
        reasonSchema,
      );
      const byReason = new Map<string, number>();
      for (const { reason } of entries)
        if (reason !== undefined)
          byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
      return { count: entries.length, isAtLeast, byReason };
    },

    /** Counts the operations that wait for the end of an outage. */
    async countBlocked(outage: Blocker): Promise<BoundedCount> {
      const { entries, isAtLeast } = await readAll(
        "outage",
        ["outage", outage],
        z.object({}),
      );
      return { count: entries.length, isAtLeast };
    },

    /** The operation that should have been handled longest ago. */
    async oldestOverdue() {
      const lists = await Promise.all(
        (["waiting", "accepted", "running"] as const).map(async (status) => {
          const { entries } = await table.page(
            {
              index: "due",
              partition: ["status", status],
              between: ["dueAtMs", 0, nowMs() - overdueAfterMs],
              limit: 1,
            },
            dueSchema,
          );
          return entries.map(({ id, dueAtMs }) => ({
            id: idOf(id),
            status,
            dueAtMs,
          }));
        }),
      );
      return lists
        .flat()
        .toSorted((one, other) => one.dueAtMs - other.dueAtMs)
        .at(0);
    },
  };
}
