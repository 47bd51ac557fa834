import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../running-stack.ts";

/**
 * Takes the folder in which the local stack keeps its state. Two processes on one folder would destroy it, so a file in
 * it has the number of the process that has it. A process that was killed has it no more.
 *
 * @param isFresh - forgets what is in the folder
 * @throws Error that names the process that has the folder
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
