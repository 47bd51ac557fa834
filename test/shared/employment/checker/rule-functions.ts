import { timelineOf } from "../../../../shared/employment/timeline-of.ts";
import { say } from "../../../../shared/employment/say.ts";
import { nextMove } from "../../../../shared/employment/next-move.ts";
import { wanted } from "../../../../shared/employment/wanted.ts";

/** The rules that are checked. Tests of the checker plant faults in them. */
export const ruleFunctions = { say, timelineOf, wanted, nextMove };

export type RuleFunctions = typeof ruleFunctions;
