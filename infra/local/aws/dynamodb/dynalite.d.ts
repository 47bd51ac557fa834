declare module "dynalite" {
  import type { Server } from "node:http";

  /** The part of dynalite's options that is used here. */
  type DynaliteOptions = {
    /** Folder of the LevelDB store; in memory when absent. */
    path?: string;
    /** Time a table stays in CREATING. */
    createTableMs?: number;
  };

  export default function dynalite(options?: DynaliteOptions): Server;
}
