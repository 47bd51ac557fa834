import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

/** One partition of an index whose sort key is a time. */
export type Source = {
  index: string;
  partition: [attribute: string, value: string];
};

const positionSchema = z.union([
  z.literal(["start", "end"]),
  z.tuple([z.int(), z.string().check(z.minLength(1), z.maxLength(1024))]),
]);
/** Where a list goes on in each of its sources: after an entry, or from the start. Or the source has ended. */
export const placeSchema = z.array(positionSchema);
export type Place = z.infer<typeof placeSchema>;

type Entry = {
  /** The id of the item. */
  id: string;
  atMs: number;
};

export type NewestFirst<E> = {
  entries: E[];
  /** Where the list goes on after the first `count` entries. Undefined if there are no more. */
  placeAfter: (count: number) => Place | undefined;
};

type Range = {
  /** The attribute of the times. */
  sortKey: string;
  lowMs: number;
  highMs: number;
};

/**
 * Reads some entries of each source, and merges them, the newest first. The indexes may be a moment old.
 *
 * @param each - at most so many entries are read of each source
 * @param schema - makes an entry of what the index has
 */
export async function readNewestFirst<E extends Entry>(
  table: Table,
  sources: readonly Source[],
  { sortKey, lowMs, highMs }: Range,
  each: number,
  schema: z.ZodMiniType<E>,
  place: Place,
): Promise<NewestFirst<E>> {
  const pages = await Promise.all(
    sources.map(async ({ index, partition }, number) => {
      const position = place[number] ?? "start";
      if (position === "end") return { position, entries: [], next: undefined };
      const { entries, next } = await table.page(
        {
          index,
          partition,
          between: [sortKey, lowMs, highMs],
          limit: each,
          newestFirst: true,
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
  // Older entries of the other sources come later: this source may have some that are newer than they are.
  const horizonMs = Math.max(
    ...pages.map(({ entries, next }) =>
      next ? (entries.at(-1)?.atMs ?? lowMs) : lowMs,
    ),
  );
  const merged = pages
    .flatMap(({ entries }, number) =>
      entries.map((entry) => ({ entry, number })),
    )
    .filter(({ entry }) => entry.atMs >= horizonMs)
    .toSorted((one, other) => other.entry.atMs - one.entry.atMs);

  return {
    entries: merged.map(({ entry }) => entry),
    placeAfter(count) {
      const taken = merged.slice(0, count);
      const positions = pages.map(
        ({ position, entries, next }, number): Place[number] => {
          const own = taken.filter((one) => one.number === number);
          if (own.length === entries.length && !next) return "end";
          const last = own.at(-1)?.entry;
          return last ? [last.atMs, last.id] : position;
        },
      );
      return positions.every((one) => one === "end") ? undefined : positions;
    },
  };
}

/** Whether a place can be one of a list with these sources and this range. */
export function isPlaceOf(
  place: Place,
  sources: readonly Source[],
  { lowMs, highMs }: Range,
): boolean {
  return (
    place.length === sources.length &&
    place.every(
      (one) => typeof one === "string" || (one[0] >= lowMs && one[0] <= highMs),
    )
  );
}
