import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../cli/running-stack.ts";

/**
 * Takes the folder in which the local stack keeps its state. Two processes would destroy the state, so a file in the
 * folder has the number of the process that uses it. The number of a process that has ended does not count.
 *
 * @param isFresh - deletes the content of the folder first
 * @throws Error that names the process that uses the folder
 */
export function takeStateFolder(folder: string, isFresh: boolean): void {
  const file = join(folder, "process");
  const holder = readNumber(file);
  if (holder !== undefined && holder !== process.pid && isRunning(holder))
    throw new Error(
      `Process ${holder} uses the state in ${folder}. Stop it, or name another folder in STATE_FOLDER.`,
    );
  if (isFresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, String(process.pid));
}

function readNumber(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}
