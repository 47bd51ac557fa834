import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { type Employee, employedStates } from "../../shared/store/employee.ts";
import { findReplacement } from "../../shared/store/find-replacement.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { outlastsHire } from "../../shared/store/suspensions.ts";
import {
  isFinal,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import { confirmEmployment, isWithoutPerson } from "./generations.ts";
import {
  confirmsEmployment,
  judgeHire,
  type RehireWithoutStartDate,
  startsLater,
} from "./judge-hire.ts";
import {
  endedWithoutEffect,
  requireRightToStopTermination,
  stopTermination,
} from "./stop-termination.ts";

/** The result of claiming an employee for a hire: what this operation does next. */
export type HireClaim =
  /** It onboards the employee. `wasBegunBefore`: another operation or an earlier run may have done a part. */
  | { kind: "claimed"; wasBegunBefore: boolean }
  /** It enables the person of a leaver again. */
  | { kind: "rehired"; personID: string }
  /**
   * It only compares or changes the person, as `repeatedHire` says:
   * - The person exists, and the operation `by` brings what may be missing.
   * - An earlier run of this operation has done all, but its outcome was not written.
   * - This operation has rehired a leaver, who stays disabled because a later event suspends them.
   */
  | { kind: "done"; by: string; personID: string }
  /** It ends as cancelled: HR has moved the start date, and the later hire `by` waits. */
  | { kind: "replaced"; by: string }
  /** It ends as cancelled: the employee has left, a later event terminated them, or a later one hired them again. */
  | {
      kind: "outdated";
      reason: "already-left" | "terminated-since" | "hired-since";
    }
  /** It needs attention: the person was being deleted, and it is unknown how far the deletion got. */
  | { kind: "stuck" };

/** Opens a generation of an employee. */
type Open = (known: Employee | undefined) => Promise<void>;

/** Finds the later hire that replaces this one. */
type FindLaterHire = () => Promise<HireClaim | undefined>;

/**
 * Claims the employee for the operation of a hire. Several events may hire the same employee, and exactly one operation
 * creates the person. An onboarding that ended without success is taken over. As long as the employment is open, a
 * hire is a repetition. For an employee who leaves or has left, its start date decides whether it is a new employment:
 * it rehires a leaver as long as the deletion has not begun, and after the deletion it opens the next generation.
 *
 * @throws StepFailure `termination-goes-on` when the hire would overtake a termination and must not; `rehire-unclear`
 *   when it names no start date, and the employee leaves or has left
 */
export async function claimEmployee(
  operation: StartedOperation,
  store: Store,
  rehireWithoutStartDate: RehireWithoutStartDate,
  open: Open,
): Promise<HireClaim | Busy> {
  const { id, employeeId } = operation;
  const [known, findLaterHire] = await Promise.all([
    store.employees.get(employeeId),
    lookForLaterHire(operation, store),
  ]);
  if (known === undefined || isFirst(known))
    return openUnlessReplaced(open, findLaterHire, known);
  const termination = await store.operations.get(known.terminatedBy);
  // A cancellation enables the person. Then the employment is open.
  if (termination?.isUndone && !isFinal(termination))
    return busyBehind(termination);
  if (isOpen(known, termination))
    return claimOpenEmployment(
      operation,
      known,
      store,
      rehireWithoutStartDate,
      findLaterHire,
    );
  // An earlier run of this operation rehired the leaver.
  if (known.operationId === id && known.terminatedBy === undefined)
    return rehireLeaver(operation, known, store);

  const verdict = judgeHire(operation, known, rehireWithoutStartDate);
  if (verdict === "rehire-unclear") throw new StepFailure(verdict);
  if (verdict !== "new employment")
    return { kind: "outdated", reason: verdict };
  if (isWithoutPerson(known))
    return openUnlessReplaced(open, findLaterHire, known);
  await requireRightToStopTermination(operation, known, store.operations);
  return (
    (await findLaterHire()) ??
    (await stopTermination(termination, operation, store)) ??
    (await claimNewEmployment(operation, known, store))
  );
}

/** Whether the employment goes on: no termination has claimed the employee, or the one that did had no effect. */
function isOpen(known: Employee, termination: Operation | undefined): boolean {
  return (
    employedStates.includes(known.state) &&
    endedWithoutEffect(termination, known)
  );
}

/** A hire in an open employment. It changes nothing that a termination or a suspension decides. */
async function claimOpenEmployment(
  operation: StartedOperation,
  known: Employee,
  store: Store,
  rehireWithoutStartDate: RehireWithoutStartDate,
  findLaterHire: FindLaterHire,
): Promise<HireClaim | Busy> {
  const { effectiveAtMs } = operation;
  if (known.state === "onboarding") {
    const later = await findLaterHire();
    if (later) return later;
  }
  if (effectiveAtMs !== undefined && startsLater(effectiveAtMs, known)) {
    const planned = await findPlannedTermination(operation, store);
    // Both have come due, and the last day lies before the start date.
    if (planned) return busyBehind(planned);
  }
  return confirmsEmployment(operation, known, rehireWithoutStartDate)
    ? confirmAndClaim(operation, known, store)
    : claimUnlessWhole(operation, known, store);
}

async function confirmAndClaim(
  operation: StartedOperation,
  known: Employee,
  store: Store,
): Promise<HireClaim | Busy> {
  const confirmed = await confirmEmployment(operation, known, store);
  return claimUnlessWhole(operation, confirmed, store);
}

async function claimUnlessWhole(
  operation: StartedOperation,
  known: Employee,
  store: Store,
): Promise<HireClaim | Busy> {
  // The salt may have been erased before a retry could seed the tasks.
  const isIncomplete =
    known.operationId === operation.id && operation.warnings.length > 0;
  const isWhole = known.passwordSalt === undefined && !isIncomplete;
  return known.state === "suspended" || (known.state === "active" && isWhole)
    ? doneBy(known)
    : takeOver(operation, known, store);
}

/** A new employment of an employee whose person may exist, after the termination was stopped or has ended. */
async function claimNewEmployment(
  operation: StartedOperation,
  known: Employee,
  store: Store,
): Promise<HireClaim | Busy> {
  switch (known.state) {
    case "deleting":
      return { kind: "stuck" };
    case "leaving":
    case "kept":
      return rehireLeaver(operation, known, store);
    default:
      // The termination was held, or failed, before it changed the person.
      return confirmAndClaim(operation, known, store);
  }
}

async function rehireLeaver(
  operation: StartedOperation,
  known: Employee,
  { employees, operations }: Store,
): Promise<HireClaim | Busy> {
  if (known.terminatedBy === undefined && known.operationId !== operation.id) {
    const other = await operations.findUnderWay(known.operationId);
    if (other) return busyBehind(other);
  }
  requireWritten(await employees.rehire(operation, known));
  const { personID = "" } = known;
  return outlastsHire(known, operation.eventAtMs)
    ? { kind: "done", by: operation.id, personID }
    : { kind: "rehired", personID };
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
  if (operationId === id) return { kind: "claimed", wasBegunBefore: true };
  const { employees, operations } = store;
  const other = await operations.findUnderWay(operationId);
  if (other)
    return known.state === "active" ? doneBy(known) : busyBehind(other);
  if (eventAtMs < openedAtMs && !mayBeOlder)
    return { kind: "outdated", reason: "hired-since" };
  const times =
    known.state === "onboarding" ? amendment?.fieldTimes : undefined;
  requireWritten(await employees.takeOver(employeeId, known, id, times));
  return { kind: "claimed", wasBegunBefore: true };
}

function doneBy({ operationId = "", personID = "" }: Employee): HireClaim {
  return { kind: "done", by: operationId, personID };
}

async function openUnlessReplaced(
  open: Open,
  findLaterHire: FindLaterHire,
  known: Employee | undefined,
): Promise<HireClaim> {
  const later = await findLaterHire();
  if (later) return later;
  await open(known);
  return { kind: "claimed", wasBegunBefore: false };
}

/** Whether no employment came before, and no termination that counts is known. */
function isFirst({
  generation,
  terminatedAtMs = 0,
  terminationCancelledAtMs = 0,
}: Employee): boolean {
  return generation === 0 && terminatedAtMs <= terminationCancelledAtMs;
}

/**
 * Lists the ids of the other operations at the same time as the employee is read. The returned function reads these
 * operations, because most repeated hires do not need them.
 *
 * Only a hire with a start date can have been moved to another date.
 */
async function lookForLaterHire(
  operation: StartedOperation,
  { operations }: Store,
): Promise<FindLaterHire> {
  if (operation.effectiveAtMs === undefined) return async () => undefined;
  const ids = await operations.idsOfEmployment(operation.employeeId);
  return async () => {
    const others = ids.filter((id) => id !== operation.id);
    const later = findReplacement(await operations.getAll(others), operation);
    return later && { kind: "replaced", by: later.id };
  };
}

/** A termination that waits, although its last day lies before the start date of this hire. */
async function findPlannedTermination(
  { employeeId, effectiveAtMs = 0 }: StartedOperation,
  { operations }: Store,
): Promise<Operation | undefined> {
  const all = await operations.ofEmployment(employeeId);
  return all.find(
    (one) =>
      one.type === "employee.terminated" &&
      one.status === "waiting" &&
      one.phase === undefined &&
      (one.effectiveAtMs ?? one.eventAtMs) <= effectiveAtMs,
  );
}
