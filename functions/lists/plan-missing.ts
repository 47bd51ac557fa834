import { timelineOf } from "../../shared/employment/timeline-of.ts";
import { isToGoOn } from "../../shared/employment/timeline.ts";
import { say } from "../../shared/employment/say.ts";
import { wordOfCaller } from "../../shared/person/word-of-event.ts";
import type { MappedDocument } from "../events/map-record.ts";
import type { RowReason } from "./contract.ts";
import type { KnownOfRow, PlannedRow } from "./plan-row.ts";
import type { RowContext } from "./row-context.ts";

/**
 * What it means that an employee is not in a list. It is an end only if the list is said to be whole, this source brought
 * the employee, and the whole list before did not have them either. A later statement counts more than the list.
 *
 * @param wasMissing - the employee was missing in the last whole list that was applied
 * @returns undefined if the list says nothing about the employee
 */
export function planMissing(
  employeeId: string,
  { statements, person }: Pick<KnownOfRow, "statements" | "person">,
  wasMissing: boolean,
  { source, asOfMs, nowMs, settings, lacksScope }: RowContext,
): PlannedRow | undefined {
  const { employments: all } = timelineOf(statements);
  const newest = all.at(-1);
  // What was said after the export, the list cannot know.
  if (!newest || newest.startBy.atMs > asOfMs) return undefined;
  if (newest.end || !isToGoOn(newest, all, nowMs)) return undefined;
  const isOurs =
    newest.startBy.caller === source.name && newest.startCaller === source.name;
  if (!isOurs) return undefined;
  if (!wasMissing) return waiting(employeeId, "missing", "absent-once");
  const type = "employee.terminated";
  if (lacksScope(type)) return waiting(employeeId, "conflict", "scope-missing");
  const data = { employeeId };
  const event = { id: "missing", type, eventAtMs: asOfMs, data } as const;
  const end = wordOfCaller(source, event, settings);
  const { verdict } = say(statements, end, { person, nowMs });
  if (verdict.is !== "in-force") return undefined;
  const document: MappedDocument = {
    type,
    timestamp: new Date(asOfMs).toISOString(),
    data,
  };
  return {
    row: { line: 0, employeeId, kind: "end", events: [type] },
    documents: [document],
  };
}

/** The employee stays, until the next whole list or an operator decides. */
function waiting(
  employeeId: string,
  kind: "missing" | "conflict",
  reason: RowReason | "scope-missing",
): PlannedRow {
  return { row: { line: 0, employeeId, kind, reason }, documents: [] };
}
