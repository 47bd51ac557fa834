import { requireNoTermination } from "./require-no-termination.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import type { Employee, Opening } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";

/** The result of claiming an employee for a hire. */
export type HireClaim =
  /**
   * This operation onboards the employee. `wasBegunBefore`: another operation or an earlier run may have done a part.
   */
  | { outcome: "claimed"; wasBegunBefore: boolean }
  /**
   * The person exists, and another operation brings what may be missing; or an earlier run of this one has done all,
   * but its outcome was not written.
   */
  | { outcome: "done"; by: string; personID: string }
  /** The employee was leaving. The person must be enabled again. */
  | { outcome: "returned"; personID: string }
  /** A later event terminated the employee, or hired them again. */
  | { outcome: "outdated"; reason: "terminated-since" | "hired-since" }
  /** The person was being deleted, and it is unknown how far the deletion got. */
  | { outcome: "stuck" };

type MakeOpening = () => Promise<Pick<Opening, "passwordSalt" | "username">>;

/**
 * Claims the employee for the operation of a hire. Several events may hire the same employee, and exactly one operation
 * creates the person. An onboarding that ended without success is taken over. A leaver is taken back as long as the
 * deletion has not begun. A hire after the deletion opens the next generation.
 *
 * @throws StepFailure `termination-goes-on` when the hire would overtake a termination and must not
 */
export async function claimForHire(
  operation: StartedOperation,
  store: Store,
  makeOpening: MakeOpening,
): Promise<HireClaim | Busy> {
  const { employees, operations } = store;
  const { id, employeeId, eventAtMs } = operation;
  const known = await employees.get(employeeId);
  await requireNoTermination(operation, known, operations);
  if (known === undefined || isWithoutPerson(known)) {
    if (known && eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    await openGeneration(operation, store, makeOpening, known);
    return { outcome: "claimed", wasBegunBefore: false };
  }

  if (known.terminatedBy !== undefined) {
    if (eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    const busy = await stopTermination(known.terminatedBy, operation, store);
    if (busy) return busy;
    if (known.state === "deleting") return { outcome: "stuck" };
  }
  if (known.state === "leaving" || known.state === "kept") {
    if (eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    if (known.terminatedBy === undefined && known.operationId !== id) {
      const other = await operations.findUnderWay(known.operationId);
      if (other) return busyBehind(other);
    }
    requireWritten(await employees.takeBack(employeeId, eventAtMs, id, known));
    return { outcome: "returned", personID: known.personID ?? "" };
  }
  const confirmed = await confirmEmployment(operation, known, store);
  // The salt may have been erased before a retry could seed the tasks.
  const isIncomplete =
    known.operationId === id && operation.warnings.length > 0;
  const isWhole = known.passwordSalt === undefined && !isIncomplete;
  return known.state === "active" && isWhole
    ? doneBy(known)
    : takeOver(operation, confirmed, store);
}

/** Whether a generation can be opened: the employee has left, or only other events of them are known. */
export function isWithoutPerson({ state }: Employee): boolean {
  return state === "left" || state === "expected";
}

/** Opens the first generation of an employee, or the next one after a tombstone. */
export async function openGeneration(
  operation: StartedOperation,
  { employees }: Store,
  makeOpening: MakeOpening,
  left?: Employee,
): Promise<void> {
  const { id: operationId, employeeId } = operation;
  const opening = {
    operationId,
    hiredAtMs: operation.eventAtMs,
    startsAtMs: operation.effectiveAtMs,
    fieldTimes: operation.amendment?.fieldTimes,
    ...(await makeOpening()),
  };
  requireWritten(await employees.open(employeeId, opening, left));
}

/**
 * Notes a later event that confirms the employment. Resolves to the employee without the termination that the event
 * ends. An event that may not overtake a termination is not noted, because an older termination may still arrive.
 */
export async function confirmEmployment(
  { employeeId, eventAtMs, mayOffboard }: StartedOperation,
  known: Employee,
  { employees }: Store,
): Promise<Employee> {
  if (!mayOffboard || eventAtMs <= (known.hiredAtMs ?? 0)) return known;
  requireWritten(
    await employees.confirmEmployment(employeeId, eventAtMs, known),
  );
  const { terminatedBy, ...confirmed } = known;
  return confirmed;
}

/**
 * Takes an unfinished onboarding over from an operation that is final. An operation that is not final is waited for,
 * unless the person exists already.
 *
 * @param mayBeOlder - whether an event that is older than the one that opened the generation may take over
 */
export async function takeOver(
  { id, employeeId, eventAtMs, amendment }: StartedOperation,
  known: Employee,
  store: Store,
  mayBeOlder = false,
): Promise<HireClaim | Busy> {
  const { operationId = "", openedAtMs = 0 } = known;
  if (operationId === id) return { outcome: "claimed", wasBegunBefore: true };
  const { employees, operations } = store;
  const other = await operations.findUnderWay(operationId);
  if (other)
    return known.state === "active" ? doneBy(known) : busyBehind(other);
  if (eventAtMs < openedAtMs && !mayBeOlder)
    return { outcome: "outdated", reason: "hired-since" };
  const times =
    known.state === "onboarding" ? amendment?.fieldTimes : undefined;
  requireWritten(await employees.takeOver(employeeId, known, id, times));
  return { outcome: "claimed", wasBegunBefore: true };
}

function doneBy({ operationId = "", personID = "" }: Employee): HireClaim {
  return { outcome: "done", by: operationId, personID };
}

function outdated(): HireClaim {
  return { outcome: "outdated", reason: "terminated-since" };
}

/**
 * Cancels a waiting termination, so that it can never run. Resolves to a claim while the termination runs, or waits
 * after its deletion has begun.
 */
async function stopTermination(
  terminatedBy: string,
  { id }: StartedOperation,
  { operations }: Store,
): Promise<Busy | undefined> {
  const termination = await operations.findUnderWay(terminatedBy);
  if (termination === undefined) return undefined;
  const isStoppable =
    termination.status === "waiting" && termination.effect !== "lasting";
  if (!isStoppable) return busyBehind(termination);
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(termination, by, "rehired", id);
  return cancelled === undefined ? busyBehind({}) : undefined;
}
