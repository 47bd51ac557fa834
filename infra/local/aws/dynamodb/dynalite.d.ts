declare module "dynalite" {
  import type { Server } from "node:http";

  type DynaliteOptions = {
    /** Folder of the LevelDB store. If it is absent, the tables are in memory. */
    path?: string;
    /** How long the status of a new table is CREATING. */
    createTableMs?: number;
  };

  export default function dynalite(options?: DynaliteOptions): Server;
}

declare module "dynalite/db/index.js" {
  import type { AbstractLevel } from "abstract-level";

  export type StoredTable = {
    KeySchema: unknown;
    GlobalSecondaryIndexes?: unknown[];
  };

  /** Opens the LevelDB store of dynalite. */
  export function create(options: { path: string }): {
    db: AbstractLevel<string, string, unknown>;
  };

  /** What a change of an item changes in the indexes of its table. */
  export function getIndexActions(
    indexes: readonly unknown[],
    existingItem: unknown,
    item: unknown,
    table: StoredTable,
  ): { puts: { index: string; key: string; item: object }[] };

  /** Writes the index entries of an item, which is the first half of a write. */
  export function updateIndexes(
    store: ReturnType<typeof create>,
    table: StoredTable,
    existingItem: unknown,
    item: unknown,
    done: (error?: Error) => void,
  ): void;
}
