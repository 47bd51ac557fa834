import type { StartedOperation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Busy } from "../../shared/workflow/await-turn.ts";
import {
  findBusy,
  noteFact,
  ofPastEmployment,
  type Outdated,
} from "./claim-suspension.ts";

/** The result of claiming an employee for the end of a suspension. */
export type ResumptionClaim =
  /** No suspension holds any more. `personID`: the person who must be enabled, or null when nothing is to do. */
  { kind: "resumed"; personID: string | null } | Outdated | { kind: "unknown" };

/**
 * Claims an employee for an operation that ends a suspension: notes that no suspension holds any more. The person is
 * enabled only if the employee is suspended, and not after a termination.
 */
export async function claimResumption(
  operation: StartedOperation,
  store: Store,
): Promise<ResumptionClaim | Busy> {
  const { employees, operations } = store;
  const { id, employeeId, eventAtMs } = operation;
  const known = await employees.get(employeeId);
  const past = known && ofPastEmployment(eventAtMs, known);
  if (past) return { kind: "outdated", reason: past };
  const { suspensionAtMs = 0, suspendedBy } = known ?? {};
  const isOver = eventAtMs === suspensionAtMs && suspendedBy === undefined;
  if (eventAtMs <= suspensionAtMs && suspendedBy !== id && !isOver)
    return { kind: "outdated", reason: "changed-since", by: suspendedBy };
  const busy = await findBusy(known, operations);
  if (busy) return busy;
  if (known?.state === "deleting") return { kind: "outdated", reason: "left" };
  const fact = { suspensionAtMs: eventAtMs };
  const noted = await noteFact(operation, known, fact, employees);
  if (noted === undefined) return { kind: "unknown" };
  const { state, personID = "" } = noted;
  return {
    kind: "resumed",
    personID: state === "suspended" ? personID : null,
  };
}

/**
 * Does the same for the suspension itself, whose end has come or which a caller has cancelled.
 */
export async function claimEnd(
  { id, employeeId, eventAtMs }: StartedOperation,
  { employees }: Store,
): Promise<ResumptionClaim> {
  await employees.endSuspension(employeeId, id);
  const known = await employees.get(employeeId);
  const { state, suspensionAtMs, suspendedBy, personID = "" } = known ?? {};
  if (suspendedBy !== undefined || suspensionAtMs !== eventAtMs)
    return { kind: "outdated", reason: "changed-since", by: suspendedBy };
  return {
    kind: "resumed",
    personID: state === "suspended" ? personID : null,
  };
}
