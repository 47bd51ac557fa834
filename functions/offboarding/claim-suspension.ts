import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import {
  noteOfSuspension,
  type SuspensionFact,
} from "../../shared/store/suspensions.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";

/** The result of claiming an employee for a suspension. */
export type SuspensionClaim =
  /**
   * This operation suspends the employee. The person must be disabled. `isDisabled`: another suspension, or an earlier
   * run of this one, has counted the person in the disable limit, and may have disabled them.
   */
  | { kind: "claimed"; personID: string; isDisabled: boolean }
  /** The suspension is noted. The person of an employee who is leaving is disabled already. */
  | { kind: "noted" }
  | Outdated
  /** No person of the employee is known. */
  | { kind: "unknown" };

/** A later event, or the end of the employment, leaves nothing to do. */
export type Outdated = {
  kind: "outdated";
  reason: ReasonCode;
  by?: string | undefined;
};

/**
 * Claims an employee for the operation of a suspension: notes it, and finds out what it means in the employee's state. A
 * suspension is noted whenever the employment may go on, so that the order of arrival does not matter.
 */
export async function claimSuspension(
  operation: StartedOperation,
  untilMs: number | undefined,
  store: Store,
): Promise<SuspensionClaim | Busy> {
  const { employees } = store;
  const { id, caller, employeeId, eventAtMs, effectiveAtMs } = operation;
  const known = await employees.get(employeeId);
  const outdated =
    known?.suspendedBy === id
      ? undefined
      : await findLater(operation, known, store.operations);
  if (outdated) return outdated;
  const busy = await findBusy(known, store.operations);
  if (busy) return busy;
  if (known?.state === "deleting") return { kind: "outdated", reason: "left" };
  const fact = {
    suspensionAtMs: eventAtMs,
    suspendedBy: id,
    suspendedByCaller: caller,
    suspendedFromMs: effectiveAtMs,
    suspendedUntilMs: untilMs,
  };
  const noted = await noteFact(operation, known, fact, employees);
  if (noted === undefined) return { kind: "unknown" };
  const { state, personID = "" } = noted;
  return state === "active" || state === "suspended" || mayBeEnabled(noted)
    ? { kind: "claimed", personID, isDisabled: state === "suspended" }
    : { kind: "noted" };
}

/** The employee is leaving, and the termination may have failed before it disabled the person. */
function mayBeEnabled({ state, disabledAtMs }: Employee): boolean {
  return state === "leaving" && disabledAtMs === undefined;
}

/** An event that leaves the suspension without effect. */
async function findLater(
  operation: StartedOperation,
  known: Employee | undefined,
  operations: Operations,
): Promise<Outdated | undefined> {
  const { id, type, employeeId, eventAtMs, effectiveAtMs } = operation;
  const past = known && ofPastEmployment(eventAtMs, known);
  if (past) return { kind: "outdated", reason: past };
  const { suspensionAtMs = 0, suspendedBy } = known ?? {};
  if (eventAtMs < suspensionAtMs)
    return { kind: "outdated", reason: "changed-since", by: suspendedBy };
  const isMovable = effectiveAtMs !== undefined;
  // At the same instant, a suspension counts as later than a resumption.
  if (!isMovable && eventAtMs > suspensionAtMs) return undefined;
  const all = await operations.ofEmployment(employeeId);
  const others = all.filter((one) => one.type === type && one.id !== id);
  // The oldest one, because the newer ones were sent again.
  const same =
    eventAtMs === suspensionAtMs
      ? others.findLast((one) => one.eventAtMs === eventAtMs)
      : undefined;
  if (same) return { kind: "outdated", reason: "sent-before", by: same.id };
  // HR has moved the suspension: a later one waits for another day.
  const moved = others.find(
    (one) =>
      isMovable &&
      one.eventAtMs > eventAtMs &&
      one.status === "waiting" &&
      one.phase === undefined &&
      one.blockedBy === undefined,
  );
  return moved && { kind: "outdated", reason: "changed-since", by: moved.id };
}

/** Whether an event belongs to an employment that has ended, or to the time between two employments. */
export function ofPastEmployment(
  eventAtMs: number,
  { state, terminatedBy, ...times }: Employee,
): ReasonCode | undefined {
  const { terminatedAtMs, terminationCancelledAtMs = 0, hiredAtMs = 0 } = times;
  if (terminatedAtMs === undefined) return undefined;
  if (state === "left")
    return eventAtMs <= terminatedAtMs ? "terminated-since" : undefined;
  const isHiredSince =
    terminatedBy === undefined &&
    terminatedAtMs > terminationCancelledAtMs &&
    terminatedAtMs < hiredAtMs;
  return isHiredSince && eventAtMs < hiredAtMs ? "hired-since" : undefined;
}

/**
 * The hire that creates the person or rehires a leaver, or the termination that takes a suspended person over, or that
 * is disabling or deleting the person.
 */
export async function findBusy(
  known: Employee | undefined,
  operations: Operations,
): Promise<Busy | undefined> {
  if (known === undefined) return undefined;
  const { state, terminatedBy, operationId } = known;
  const isRehired = state === "leaving" && terminatedBy === undefined;
  const other =
    state === "onboarding" || isRehired
      ? await operations.findUnderWay(operationId)
      : ["suspended", "deleting"].includes(state) || mayBeEnabled(known)
        ? await operations.findUnderWay(terminatedBy)
        : undefined;
  // In the grace period, the person is disabled.
  return other?.phase === "grace" ? undefined : other && busyBehind(other);
}

/**
 * Notes a suspension or its end with the employee. Resolves to the employee as known before, or to undefined when no
 * person of the employee is known: then the hire that creates the person runs the operation again.
 */
export async function noteFact(
  { id, employeeId }: StartedOperation,
  known: Employee | undefined,
  fact: SuspensionFact,
  employees: Store["employees"],
): Promise<Employee | undefined> {
  if (known && known.state !== "left" && known.personID !== undefined) {
    requireWritten(await employees.noteSuspension(employeeId, known, fact));
    return known;
  }
  const note = noteOfSuspension(known, fact);
  requireWritten(await employees.awaitPerson(employeeId, id, note));
  return undefined;
}
