import { execFile } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a file of this folder in a process of its own, because the simulator replaces the clock and the timers of its
 * process. Resolves to all that it prints.
 */
export function runAlone(file: string, ...options: string[]): Promise<string> {
  const path = join(import.meta.dirname, file);
  return new Promise((done) =>
    execFile(process.execPath, [path, ...options], (_, output, errors) =>
      done(output + errors),
    ),
  );
}
