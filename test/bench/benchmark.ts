/** What stands in one line of a benchmark's table; the keys are the headings. */
export type Row = Record<string, string | number>;

/** The kind of a candidate: the project, an empty handler, or an alternative to the project. */
export type Kind = "ours" | "floor" | "peer";

export type Bar = {
  label: string;
  kind: Kind;
  value: number;
  /** What stands beside the bar. @default the value with the chart's unit */
  text?: string;
};

export type Chart = {
  /** A sentence about the chart: its heading. */
  title: string;
  /** The content of the chart as text. */
  description: string;
  /** Behind each value: ` x`, ` ms`, ` KB`. */
  unit: string;
  groups: { label: string; bars: Bar[] }[];
  /** A line across all bars: the goal, in the chart's unit. */
  line?: { value: number; label: string };
};

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
  chart: Chart;
  verdicts: Verdict[];
  /** Notes under the table: skipped measurements with the reason, and what the figures include. */
  notes?: string[];
};

export type Context = {
  /** Reports the current measurement. */
  progress: (text: string) => void;
  /** How often to measure: the given number, or at most 3 with `--quick`. */
  rounds: (whole: number) => number;
};

/**
 * One file `<name>.bench.ts` exports one as `benchmark`. It starts its own processes and leaves none; it never reads
 * another one's results, so that each can run alone.
 */
export type Benchmark = {
  /** As in `npm run bench -- <name>`. */
  name: string;
  title: string;
  /** It runs only when it is named, because it takes minutes and compares nothing. */
  isOnlyNamed?: boolean;
  run: (context: Context) => Promise<Outcome>;
};
