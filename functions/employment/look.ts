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

/** What follows from the item now. Clocks differ, so the instant is never before the arrival of a statement. */
export function situationOf(
  item: Employee,
  settings: Settings,
  clockMs: number,
): Situation {
  const saidAtMs = item.statements.map(({ atMs }) => atMs);
  const nowMs = Math.max(clockMs, ...saidAtMs);
  const timeline = timelineOf(item.statements, settings);
  const wantedNow = wanted(timeline, nowMs);
  const move = nextMove(wantedNow, item.person, item.limits, nowMs);
  return { item, timeline, wanted: wantedNow, move, nowMs };
}

/** The part of a situation that the engine's history may contain, because it has no personal data. */
export function lookOf({
  item: { version, personID, person, createdFromMs, fact },
  wanted: { is, because: wantedBy },
  move,
}: Situation): Look {
  // A creation before the start follows from the hire whose start is to come (`before`).
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
