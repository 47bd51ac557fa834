import { type Row, textOf } from "./table.ts";

/** One goal, and whether this run met it. */
export type Verdict = {
  /** `at most 2.2 x the empty handler` */
  goal: string;
  /** `1.9 x (status-relay-receiver, unthrottled)` */
  measured: string;
  isMet: boolean;
};

export type Outcome = {
  rows: Row[];
  verdicts: Verdict[];
  /** Notes under the table: what the figures include. */
  notes: string[];
};

export type Context = {
  /** Reports the current measurement. */
  progress: (text: string) => void;
  /** How often to measure: the given number, or at most 3 with `--quick`. */
  rounds: (whole: number) => number;
};

/**
 * Each file `<name>.bench.ts` exports a benchmark as `benchmark`. A benchmark starts its own processes and ends them.
 * It reads no results of another one, so that each can run alone.
 */
export type Benchmark = {
  /** As in `npm run bench -- <name>`. */
  name: string;
  title: string;
  /** Whether it runs only if it is named, because it takes minutes and compares nothing. */
  isOnlyNamed?: boolean;
  run: (context: Context) => Promise<Outcome>;
};

/** Judges a figure. @param bound - the most or the least that the goal allows */
export function verdictOf(
  goal: string,
  value: number,
  bound: { most: number } | { least: number },
): Verdict {
  return {
    goal,
    measured: textOf(value),
    isMet: "most" in bound ? value <= bound.most : value >= bound.least,
  };
}
