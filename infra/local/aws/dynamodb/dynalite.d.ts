declare module "dynalite" {
  import type { Server } from "node:http";

  /** The options of dynalite that the local stack uses. */
  type DynaliteOptions = {
    /** Folder of the LevelDB store. If it is absent, the tables are in memory. */
    path?: string;
    /** How long the status of a new table is CREATING. */
    createTableMs?: number;
  };

  export default function dynalite(options?: DynaliteOptions): Server;
}
