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
 * @param each - the most entries that are read of each partition
 * @param schema - makes an entry of what the index has
 */
export async function readNewestFirst<E extends Entry>(
  table: Table,
  partitions: readonly IndexPartition[],
  { sortKey, lowMs, highMs, isOldestFirst = false }: Range,
  each: number,
  schema: z.ZodMiniType<E>,
  listPosition: ListPosition,
): Promise<NewestFirst<E>> {
  /** The entry with the higher rank comes first. */
  const rankOf = (atMs: number) => (isOldestFirst ? -atMs : atMs);
  const pages = await Promise.all(
    partitions.map(async ({ index, partition }, number) => {
      const position = listPosition[number] ?? "start";
      if (position === "end") return { position, entries: [], next: undefined };
      const { entries, next } = await table.page(
        {
          index,
          partition,
          between: [sortKey, lowMs, highMs],
          limit: each,
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
      return { position, entries, next };
    }),
  );
  // An entry after the last one that was read of some partition waits: that partition may have more to come before it.
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
          if (length === entries.length && !next) return "end";
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
