import type { Holds } from "./holds.ts";
import type { Limits, Move, Person, Wanted } from "./move.ts";
import type { Statement } from "./statement.ts";

/** What the person should be now. */
export declare function wanted(
  holds: Holds,
  statements: readonly Statement[],
  nowMs: number,
): Wanted;

/** The one next thing to do. */
export declare function nextMove(
  wanted: Wanted,
  person: Person,
  limits: Limits,
  nowMs: number,
): Move;
