import { timelineOf } from "../../shared/employment/timeline-of.ts";
import type { Timeline } from "../../shared/employment/timeline.ts";
import type { Move, Wanted } from "../../shared/employment/move.ts";
import { nextMove } from "../../shared/employment/next-move.ts";
import type { Settings } from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Look } from "./employment-run.ts";

/** What follows from the item of an employee at an instant. */
export type Situation = {
  item: Employee;
  timeline: Timeline;
  wanted: Wanted;
  move: Move;
  nowMs: number;
};

/**
 * No look is before what was said: the clocks of two functions can differ, and no statement has a time after its arrival.
 */
export function situationOf(
  item: Employee,
  settings: Settings,
  clockMs: number,
): Situation {
  const saidAtMs = item.statements.map(({ atMs }) => atMs);
  const nowMs = Math.max(clockMs, ...saidAtMs);
  const timeline = timelineOf(item.statements, settings);
  const is = wanted(timeline, nowMs);
  const move = nextMove(is, item.person, item.limits, nowMs);
  return { item, timeline, wanted: is, move, nowMs };
}

/** The part of it that the engine's history may contain. */
export function lookOf({
  item: { version, personID, person, createdFromMs, fact },
  wanted: { is, because: wantedBy },
  move,
}: Situation): Look {
  const because = (move.do === "create" && move.before) || wantedBy;
  const isGrace =
    move.do === "wait" && is === "deleted" && person.is === "disabled";
  return {
    version,
    move,
    ...(because !== undefined && { because }),
    ...(personID !== undefined && { personID }),
    ...(isGrace && because !== undefined && { graceOf: because }),
    ...(person.is === "being-deleted" && { hasBegun: true }),
    ...(createdFromMs !== undefined && { isBeforeStart: true }),
    ...(fact && { fact }),
  };
}
