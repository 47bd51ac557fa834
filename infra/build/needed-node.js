// Plain JavaScript, because an older Node has to be able to read it.
import { readFileSync } from "node:fs";

const versionFile = new URL("../../.node-version", import.meta.url);

/** The Node that this project needs: a major version. */
export const needed = readFileSync(versionFile, "utf8").trim();

/** Whether the Node of this process is older. */
export const isTooOld =
  Number.parseInt(process.versions.node, 10) < Number(needed);
