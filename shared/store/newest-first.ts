import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

/** One partition of an index whose sort key is a time. */
export type IndexPartition = {
  index: string;
  partition: [attribute: string, value: string];
};

const partitionPositionSchema = z.union([
  z.literal(["start", "end"]),
  z.tuple([z.int(), z.string().check(z.minLength(1), z.maxLength(1024))]),
  z.tuple([z.int()]),
]);
/** The position of a list in each partition: after an entry, at the entries of a time, at the start, or at the end. */
export const listPositionSchema = z.array(partitionPositionSchema);
export type ListPosition = z.infer<typeof listPositionSchema>;

type Entry = {
  /** The id of the item. */
  id: string;
  atMs: number;
};

export type NewestFirst<E> = {
  entries: E[];
  /** Where the list goes on after the first `count` entries. Undefined if there are no more. */
  positionAfter: (count: number) => ListPosition | undefined;
};

type Range = {
  /** The attribute of the times. */
  sortKey: string;
  lowMs: number;
  highMs: number;
  /** @default the newest first */
  isOldestFirst?: boolean;
};

/**
 * Reads some entries of each partition, and merges them by their times. The indexes may be a moment old.
 *
 * @param each - the most entries that are read of each partition
 * @param schema - makes an entry of what the index has
 * @param mayName - whether a position may have the id of an entry. Other entries are in it by their time only, because
 * callers can read what a cursor has
 */
export async function readNewestFirst<E extends Entry>(
  table: Table,
  partitions: readonly IndexPartition[],
  { sortKey, lowMs, highMs, isOldestFirst = false }: Range,
  each: number,
  schema: z.ZodMiniType<E>,
  listPosition: ListPosition,
  mayName: (entry: E) => boolean = () => true,
): Promise<NewestFirst<E>> {
  const firstMs = isOldestFirst ? lowMs : highMs;
  /** The entry with the higher rank comes first. */
  const rankOf = (atMs: number) => (isOldestFirst ? -atMs : atMs);
  const pages = await Promise.all(
    partitions.map(async ({ index, partition }, number) => {
      const position = listPosition[number] ?? "start";
      if (position === "end") return { position, entries: [], next: undefined };
      const [fromMs, afterId] = position === "start" ? [firstMs] : position;
      const beginMs = afterId === undefined ? fromMs : firstMs;
      const { entries, next } = await table.page(
        {
          index,
          partition,
          between: isOldestFirst
            ? [sortKey, beginMs, highMs]
            : [sortKey, lowMs, beginMs],
          limit: each,
          newestFirst: !isOldestFirst,
        },
        schema,
        afterId === undefined
          ? undefined
          : {
              id: afterId,
              [partition[0]]: partition[1],
              [sortKey]: fromMs,
            },
      );
      return { position, entries, next };
    }),
  );
  // Later entries of the other partitions wait: this partition may have some that come before them.
  const lastMs = isOldestFirst ? highMs : lowMs;
  const horizon = Math.max(
    ...pages.map(({ entries, next }) =>
      rankOf(next ? (entries.at(-1)?.atMs ?? lastMs) : lastMs),
    ),
  );
  const merged = pages
    .flatMap(({ entries }, number) =>
      entries.map((entry) => ({ entry, number })),
    )
    .filter(({ entry }) => rankOf(entry.atMs) >= horizon)
    .toSorted(
      (one, other) => rankOf(other.entry.atMs) - rankOf(one.entry.atMs),
    );

  return {
    entries: merged.map(({ entry }) => entry),
    positionAfter(count) {
      const taken = merged.slice(0, count);
      const positions = pages.map(
        ({ position, entries, next }, number): ListPosition[number] => {
          const { length } = taken.filter((one) => one.number === number);
          const isRead = length === entries.length;
          if (isRead && !next) return "end";
          const last = entries[length - 1];
          if (!last) return position;
          const named = entries
            .slice(0, length)
            .findLast((one) => one.atMs === last.atMs && mayName(one));
          if (named) return [named.atMs, named.id];
          // The entries of the last time are read once more, to name none of them.
          if (position[0] !== last.atMs) return [last.atMs];
          // More entries have this one millisecond than a page: without a name, the list would not go on.
          return isRead ? [last.atMs, last.id] : position;
        },
      );
      return positions.every((one) => one === "end") ? undefined : positions;
    },
  };
}

/** Whether a position can be one of a list with these partitions and this range. */
export function isPositionIn(
  listPosition: ListPosition,
  partitions: readonly IndexPartition[],
  { lowMs, highMs }: Range,
): boolean {
  return (
    listPosition.length === partitions.length &&
    listPosition.every(
      (one) => typeof one === "string" || (one[0] >= lowMs && one[0] <= highMs),
    )
  );
}
