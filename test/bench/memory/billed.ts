import type { ColdStart } from "../cold/cold-starts.ts";
import { quantile } from "../measure.ts";

/** What Lambda bills for the runs of one sandbox, in milliseconds. It rounds up each invocation. */
export type Billed = {
  /** The start and the first invocation. */
  coldMs: number;
  /** A later invocation, the median of all. */
  warmMs: number;
  /** The most memory that the process had. */
  peakMb: number;
};

/** Lambda bills the start of a sandbox with its first invocation. */
export function billedOf({ initMs, invocations, peakMb }: ColdStart): Billed {
  const [first, ...later] = invocations.map(({ durationMs }) => durationMs);
  return {
    coldMs: Math.ceil(initMs + (first ?? NaN)),
    warmMs: quantile(later.map(Math.ceil), 0.5),
    peakMb,
  };
}

/** Time multiplied by memory: the unit of Lambda's price. */
export function gbSecondsOf(ms: number, memoryMb: number): number {
  return (ms / 1_000) * (memoryMb / 1_024);
}

/** What decides between two sizes: of a cold run, the mean of all runs of a kind of function. */
export type SizeFigures = { memoryMb: number; coldMs: number; dollars: number };

/** The share by which a larger size must make a cold run shorter. */
const leastSaved = 0.2;
/** The most dollars that a larger size may add to the costs of a thousand cold runs. */
const mostAdded = 0.005;

/**
 * Begins with the smallest size, and takes the next one for as long as it makes a cold run a fifth shorter and adds at
 * most half a cent to the costs of a thousand cold runs.
 *
 * @param sizes - from the smallest to the largest, with the dollars of a thousand runs
 */
export function chooseSize([first, ...larger]: readonly SizeFigures[]): number {
  let chosen = first;
  for (const next of larger) {
    if (!chosen) break;
    const isShorter = next.coldMs <= (1 - leastSaved) * chosen.coldMs;
    const isCheap = next.dollars - chosen.dollars <= mostAdded;
    if (!isShorter || !isCheap) break;
    chosen = next;
  }
  return chosen?.memoryMb ?? NaN;
}
