import { countsFromMs } from "../../shared/store/find-replacement.ts";
import {
  isFinal,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
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
  return {
    kind: "resumed",
    personID: await findReturned(noted, operation, store),
  };
}

/**
 * Does the same for the suspension itself, whose end has come or which a caller has cancelled. A termination that is due
 * goes first: the person of a leaver who is suspended until the last day is not enabled in between.
 */
export async function claimEnd(
  operation: StartedOperation,
  store: Store,
  nowMs: number,
): Promise<ResumptionClaim | Busy> {
  const { id, employeeId, eventAtMs } = operation;
  const { employees } = store;
  const termination = await findDueTermination(operation, store, nowMs);
  if (termination) return busyBehind(termination);
  await employees.endSuspension(employeeId, id);
  const known = await employees.get(employeeId);
  const { suspensionAtMs, suspendedBy } = known ?? {};
  if (!known || suspendedBy !== undefined || suspensionAtMs !== eventAtMs)
    return { kind: "outdated", reason: "changed-since", by: suspendedBy };
  return {
    kind: "resumed",
    personID: await findReturned(known, operation, store),
  };
}

/**
 * The person whom the end of a suspension enables, or null. A termination that failed or needs attention takes a
 * disabled person over: the employee leaves.
 */
async function findReturned(
  { state, personID = "", terminatedBy }: Employee,
  { employeeId }: StartedOperation,
  { employees, operations }: Store,
): Promise<string | null> {
  if (state !== "suspended") return null;
  const termination = await operations.get(terminatedBy);
  // An operator who resolves a termination has done its work by hand.
  const isInForce =
    termination !== undefined &&
    (termination.status !== "cancelled" || termination.reason === "resolved");
  if (!isInForce) return personID;
  requireWritten(
    await employees.leaveAfterSuspension(employeeId, termination.id),
  );
  return null;
}

/** A termination whose last day is over, and which has not disabled the person of a suspended employee yet. */
async function findDueTermination(
  { id, employeeId }: StartedOperation,
  { employees, operations }: Store,
  nowMs: number,
): Promise<Operation | undefined> {
  const known = await employees.get(employeeId);
  if (known?.state !== "suspended" || known.suspendedBy !== id)
    return undefined;
  const { terminationCancelledAtMs = 0 } = known;
  const all = await operations.ofEmployment(employeeId);
  return all.find(
    (one) =>
      one.type === "employee.terminated" &&
      !isFinal(one) &&
      one.eventAtMs > terminationCancelledAtMs &&
      countsFromMs(one) <= nowMs,
  );
}
