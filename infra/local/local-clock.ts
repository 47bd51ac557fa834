import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installClock } from "./aws/lambda/shared-clock.ts";

/** `npm start` imports this file first: a module could keep the function `Date.now` of the machine. */
const memory = new Float64Array(new SharedArrayBuffer(8));
installClock(memory);

/** How far the clock of the local stack is ahead of the machine. */
export const clockAheadMs = () => memory[0] ?? 0;

/** Moves the clock forward. The next start on the folder goes on with it: its state has times of this clock. */
export function moveClock(ms: number, folder: string): void {
  memory[0] = clockAheadMs() + ms;
  writeFileSync(fileIn(folder), String(clockAheadMs()));
}

/** Takes over the clock of the start before. */
export function keepClock(folder: string): void {
  try {
    memory[0] = Number(readFileSync(fileIn(folder), "utf8")) || 0;
  } catch {
    // The folder is new.
  }
}

function fileIn(folder: string): string {
  return join(folder, "clock");
}
