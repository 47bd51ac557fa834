import { execFileSync } from "node:child_process";
import { isRunning } from "../cli/running-stack.ts";

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
