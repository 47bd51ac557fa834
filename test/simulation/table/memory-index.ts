import { isDeepStrictEqual } from "node:util";
import type { IndexDefinition } from "../../../infra/aws/deployment/tables.ts";
import type { Item } from "./dynalite-item.ts";

/** What an index has of an item: its keys, and what the index projects. */
type Entry = { sort: number; id: string; shown: Item };

export type Page = { items: Item[]; next?: Item };

export type MemoryIndex = ReturnType<typeof createMemoryIndex>;

/** A sparse index in memory. A partition has its entries in the order of their sort attribute, then of their ids. */
export function createMemoryIndex(definition: IndexDefinition) {
  const { partitionKey, sortKey, projected = [] } = definition;
  const partitions = new Map<string, Entry[]>();
  const shownNow = new Map<string, { partition: string; entry: Entry }>();
  const names = ["id", partitionKey, sortKey, ...projected];

  const has = (item: Item | undefined): boolean =>
    item?.[partitionKey] !== undefined && item[sortKey] !== undefined;

  /** The place of the first entry that is not before these keys. */
  function placeOf(entries: Entry[], sort: number, id: string): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = entries[middle]!;
      const isBefore =
        entry.sort < sort || (entry.sort === sort && entry.id < id);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(id: string): void {
    const shown = shownNow.get(id);
    if (!shown) return;
    const entries = partitions.get(shown.partition)!;
    entries.splice(placeOf(entries, shown.entry.sort, id), 1);
    if (entries.length === 0) partitions.delete(shown.partition);
    shownNow.delete(id);
  }

  return {
    /** Whether the index shows two states of an item in the same way. */
    isSame(one: Item | undefined, other: Item | undefined): boolean {
      if (!has(one) || !has(other)) return !has(one) && !has(other);
      return names.every((name) =>
        isDeepStrictEqual(one?.[name], other?.[name]),
      );
    },

    /** Shows this state of an item from now on. */
    show(id: string, item: Item | undefined): void {
      remove(id);
      const partition = item?.[partitionKey]?.S;
      const number = item?.[sortKey]?.N;
      if (!item || partition === undefined || number === undefined) return;
      const shown = Object.fromEntries(
        names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])),
      );
      const entry = { sort: Number(number), id, shown };
      const entries = partitions.get(partition) ?? [];
      partitions.set(partition, entries);
      entries.splice(placeOf(entries, entry.sort, id), 0, entry);
      shownNow.set(id, { partition, entry });
    },

    /** The lowest sort attribute of all partitions. `Infinity` if the index is empty. */
    earliest(): number {
      let lowest = Infinity;
      for (const [first] of partitions.values())
        if (first && first.sort < lowest) lowest = first.sort;
      return lowest;
    },

    idsOf: (partition: string): string[] =>
      (partitions.get(partition) ?? []).map(({ id }) => id),

    query(
      partition: string,
      {
        low = -Infinity,
        high = Infinity,
        limit = Infinity,
        isForward = true,
        after,
      }: {
        low?: number;
        high?: number;
        limit?: number | undefined;
        isForward?: boolean | undefined;
        after?: Item | undefined;
      },
    ): Page {
      const entries = partitions.get(partition) ?? [];
      let begin = placeOf(entries, low, "");
      // No id is after this text, so the entries at `high` are shown, too.
      let end = placeOf(entries, high, "\u{10ffff}");
      if (after) {
        const place = placeOf(
          entries,
          Number(after[sortKey]?.N),
          after["id"]?.S ?? "",
        );
        // The last entry of the page before can have left the index since.
        const isShown = entries[place]?.id === after["id"]?.S;
        if (isForward) begin = Math.max(begin, place + (isShown ? 1 : 0));
        else end = Math.min(end, place);
      }
      const count = Math.min(limit, Math.max(0, end - begin));
      const found = isForward
        ? entries.slice(begin, begin + count)
        : entries.slice(end - count, end).reverse();
      const items = found.map(({ shown }) => shown);
      const last = items.at(-1);
      if (count < limit || !last) return { items };
      const keys = [...new Set(["id", partitionKey, sortKey])];
      return {
        items,
        next: Object.fromEntries(keys.map((name) => [name, last[name]!])),
      };
    },
  };
}
