import type { Cursor, TablePage } from "../../shared/dynamodb/table.ts";

/** Something that is due: an operation, or another item of our store. */
export type Entry = { id: string; dueAtMs: number };

/** When the handled work became due, or `outdated` if there was nothing to do. */
export type Handled = { dueSinceMs: number } | "outdated";

/** One kind of work that the scheduler does in each of its runs. A run handles every entry at most once. */
export type Pass = {
  /** How the log names it: the status of the operations, `blocked` or `payload`. */
  name: string;
  /** A page of the entries that are due, the most overdue first. They come from an index, and may be outdated. */
  list: (from?: Cursor) => Promise<TablePage<Entry>>;
  /** Handles one entry, by conditional writes. A rejection is logged and stops no other entry. */
  handle: (entry: Entry) => Promise<Handled>;
  /**
   * Postpones an entry that could not be handled, so that the entries behind it are handled first next time.
   *
   * @default the entry keeps its place
   */
  postpone?: (entry: Entry) => Promise<unknown>;
  /**
   * The most entries that a run handles before it stops. Entries that are handled in parallel are finished, and the
   * rest waits for the next run.
   *
   * @default no limit
   */
  limit?: number;
  /** Whether the rest must wait for the next run. @default no */
  isOver?: () => boolean;
};
