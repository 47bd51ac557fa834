import type { Person } from "./move.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";

export type Context = { person: Person; settings: Settings; nowMs: number };

export type Heard = {
  statements: Statement[];
  /** What the new statement came to. It may have been merged or judged, and not be kept. */
  verdict: Verdict;
};

/** Adds what was said to what has been said: judges rights and the horizon, merges and drops. */
export declare function say(
  statements: readonly Statement[],
  statement: Statement,
  context: Context,
): Heard;
