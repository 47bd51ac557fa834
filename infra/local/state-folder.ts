import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../cli/running-stack.ts";
import { execFileSync } from "node:child_process";

/**
 * Takes the folder in which the local stack keeps its state. Two processes would destroy the state, so a file in the
 * folder has the number of the process that uses it. The number of a process that has ended does not count.
 *
 * @param isFresh - deletes the content of the folder first
 * @throws Error that names the process that uses the folder
 */
export function takeStateFolder(folder: string, isFresh: boolean): void {
  const file = join(folder, "process");
  const owner = readNumber(file);
  if (owner !== undefined && owner !== process.pid && isRunning(owner))
    throw new Error(
      `Process ${owner} uses the state in ${folder}. Stop it, or name another folder in STATE_FOLDER.`,
    );
  if (isFresh) rmSync(folder, { recursive: true, force: true });
  // The state has the secrets of --callers and --sources, and people.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, String(process.pid));
}

function readNumber(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}

const checkEveryMs = 1_000;

/**
 * Ends this process when the one that started it has ended: a killed `npm start` would leave it running, with its ports.
 * npm starts it by a shell, which stays when npm is killed, so the parent of the shell counts too.
 */
export function endWithParents(end: () => void): void {
  const { ppid } = process;
  const byNpm = process.env["npm_lifecycle_event"] !== undefined;
  const npm = byNpm ? parentOf(ppid) : undefined;
  setInterval(() => {
    if (process.ppid !== ppid || (npm !== undefined && !isRunning(npm))) end();
  }, checkEveryMs).unref();
}

/** Undefined if the system does not tell. */
function parentOf(processId: number): number | undefined {
  try {
    const words = ["-o", "ppid=", "-p", String(processId)];
    return Number(execFileSync("ps", words, { encoding: "utf8" })) || undefined;
  } catch {
    return undefined;
  }
}
