/** What stands in one line of a benchmark's table; the keys are the headings. */
export type Row = Record<string, string | number>;

/** What the candidate is: the project, an empty handler, or what a user would build instead. */
export type Kind = "ours" | "floor" | "peer";

export type Bar = {
  label: string;
  kind: Kind;
  value: number;
  /** What stands beside the bar. @default the value with the chart's unit */
  text?: string;
};

export type Chart = {
  /** What is shown, as a sentence; the heading of the picture. */
  title: string;
  /** What it says, for whoever cannot see it. */
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
  /** What a reader of the table has to know: what was skipped and why, what is in a figure and what is not. */
  notes?: string[];
};

export type Context = {
  /** Says what is under way. */
  progress: (text: string) => void;
  /** How often to measure: what a whole run takes, or at most 3 under `--quick`. */
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
  /** What is aimed at, in a sentence. */
  goal: string;
  run: (context: Context) => Promise<Outcome>;
};
