import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

/** One partition of an index whose sort key is a time. */
export type IndexPartition = {
  index: string;
  partition: [attribute: string, value: string];
};

const partitionPositionSchema = z.union([
  z.literal(["start", "end"]),
  // The time and the id of the entry.
  z.tuple([z.int(), z.string().check(z.minLength(1), z.maxLength(1024))]),
]);
/** The position of a list in each partition: after an entry, at the start, or at the end. */
export const listPositionSchema = z.array(partitionPositionSchema);
export type ListPosition = z.infer<typeof listPositionSchema>;

type Entry = {
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
 * @param maxOfEach - the most entries that are read of each partition
 * @param schema - makes an entry of what the index has
 */
export async function readNewestFirst<E extends Entry>(
  table: Table,
  partitions: readonly IndexPartition[],
  { sortKey, lowMs, highMs, isOldestFirst = false }: Range,
  maxOfEach: number,
  schema: z.ZodMiniType<E>,
  listPosition: ListPosition,
): Promise<NewestFirst<E>> {
  /** The entry with the higher rank comes first. */
  const rankOf = (atMs: number) => (isOldestFirst ? -atMs : atMs);
  const pages = await Promise.all(
    partitions.map(async ({ index, partition }, nth) => {
      const position = listPosition[nth] ?? "start";
      if (position === "end") return { position, entries: [], hasMore: false };
      const { entries, isAtLeast: hasMore } = await table.all(
        {
          index,
          partition,
          between: [sortKey, lowMs, highMs],
          limit: maxOfEach,
          newestFirst: !isOldestFirst,
        },
        schema,
        position === "start"
          ? undefined
          : {
              id: position[1],
              [partition[0]]: partition[1],
              [sortKey]: position[0],
            },
      );
      return { position, entries, hasMore };
    }),
  );
  // A partition with more entries goes on below the rank of its last one, so this page has no entry below that rank.
  const lastRanks = pages
    .flatMap(({ entries, hasMore }) => (hasMore ? entries.slice(-1) : []))
    .map(({ atMs }) => rankOf(atMs));
  const lowestRank = Math.max(...lastRanks);
  const merged = pages
    .flatMap(({ entries }, nth) => entries.map((entry) => ({ entry, nth })))
    .filter(({ entry }) => rankOf(entry.atMs) >= lowestRank)
    .toSorted(
      (one, other) => rankOf(other.entry.atMs) - rankOf(one.entry.atMs),
    );

  return {
    entries: merged.map(({ entry }) => entry),
    positionAfter(count) {
      const taken = merged.slice(0, count);
      const positions = pages.map(
        ({ position, entries, hasMore }, index): ListPosition[number] => {
          const { length } = taken.filter(({ nth }) => nth === index);
          if (length === entries.length && !hasMore) return "end";
          const last = entries[length - 1];
          return last ? [last.atMs, last.id] : position;
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
