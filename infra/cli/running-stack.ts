import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { errorCodeOf } from "../../shared/error-name.ts";

/**
 * The folder in which all local parts keep their state, so that the next process continues after a kill. Git ignores
 * the folder.
 */
export const defaultStateFolder = join(
  import.meta.dirname,
  "../../.local/state",
);

const runningStackSchema = z.object({
  processId: z.number(),
  origin: z.url(),
  /** The key of an operator. */
  key: z.string(),
  callers: z.record(z.string(), z.looseObject({ key: z.string() })),
  endpoints: z.object({
    lambda: z.url(),
    secretsManager: z.url(),
    /** Where the clock of the stack is moved. */
    clock: z.url().optional(),
  }),
  logFile: z.string().optional(),
  clockAheadMs: z.number().default(0),
});
export type RunningStack = z.infer<typeof runningStackSchema>;

/** Writes how the command line reaches the stack of this process, into the folder of the state. */
export function writeRunningStack(
  folder: string,
  stack: Omit<z.input<typeof runningStackSchema>, "processId">,
): void {
  const content = { processId: process.pid, ...stack };
  writeFileSync(fileIn(folder), JSON.stringify(content), { mode: 0o600 });
}

/** Finds the stack that runs on a folder. Undefined without a readable file of it, or if its process has ended. */
export function findRunningStack(folder: string): RunningStack | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(fileIn(folder), "utf8"));
    const stack = runningStackSchema.parse(content);
    return isRunning(stack.processId) ? stack : undefined;
  } catch {
    return undefined;
  }
}

export function isRunning(processId: number): boolean {
  try {
    // Signal 0 only asks whether the process is there.
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return errorCodeOf(error) === "EPERM";
  }
}

function fileIn(folder: string): string {
  return join(folder, "running.json");
}
