import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installClock } from "./aws/lambda/shared-clock.ts";

const memory = new Float64Array(new SharedArrayBuffer(8));
// `npm start` imports this file before all others, because a module may keep the `Date.now` that it finds.
installClock(memory);

/** How far the clock of the local stack is ahead of the machine. */
export const clockAheadMs = () => memory[0] ?? 0;

/** Moves the clock forward. The next start on the folder continues with this clock, as the state has its times. */
export function moveClock(ms: number, folder: string): void {
  memory[0] = clockAheadMs() + ms;
  writeFileSync(fileIn(folder), String(clockAheadMs()));
}

/** Continues with the clock of the earlier start on the folder. */
export function continueClock(folder: string): void {
  try {
    memory[0] = Number(readFileSync(fileIn(folder), "utf8")) || 0;
  } catch {
    // The folder is new.
  }
}

function fileIn(folder: string): string {
  return join(folder, "clock");
}
