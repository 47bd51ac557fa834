import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { findReplacement } from "../../shared/store/find-replacement.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { outlastsHire } from "../../shared/store/suspensions.ts";
import {
  isFinal,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import {
  confirmEmployment,
  doneBy,
  type HireClaim,
  isWithoutPerson,
  takeOver,
} from "./claim-employee.ts";
import {
  confirmsEmployment,
  judgeHire,
  type RehireWithoutStartDate,
  startsLater,
} from "./judge-hire.ts";
import { requireNoTermination } from "./require-no-termination.ts";

/** Opens a generation of an employee. */
type Open = (known: Employee | undefined) => Promise<void>;

/** Finds the later hire that replaces this one. */
type FindReplaced = () => Promise<HireClaim | undefined>;

/**
 * Claims the employee for the operation of a hire. Several events may hire the same employee, and exactly one operation
 * creates the person. An onboarding that ended without success is taken over. As long as the employment is open, a
 * hire is a repetition. For an employee who leaves or has left, its start date decides whether it is a new employment:
 * then a leaver is taken back as long as the deletion has not begun, and a hire after the deletion opens the next
 * generation.
 *
 * @throws StepFailure `termination-goes-on` when the hire would overtake a termination and must not; `rehire-unclear`
 *   when it names no start date, and the employee leaves or has left
 */
export async function claimForHire(
  operation: StartedOperation,
  store: Store,
  rehireWithoutStartDate: RehireWithoutStartDate,
  open: Open,
): Promise<HireClaim | Busy> {
  const { id, employeeId } = operation;
  const [known, findReplaced] = await Promise.all([
    store.employees.get(employeeId),
    lookForReplacement(operation, store),
  ]);
  if (known === undefined || isFirst(known))
    return openUnlessReplaced(open, findReplaced, known);
  const leaving = await store.operations.get(known.terminatedBy);
  // A cancellation enables the person. Then the employment is open.
  if (leaving?.isUndone && !isFinal(leaving)) return busyBehind(leaving);
  if (isOpen(known, leaving))
    return repeat(
      operation,
      known,
      store,
      rehireWithoutStartDate,
      findReplaced,
    );
  // An earlier run of this operation took the leaver back.
  if (known.operationId === id && known.terminatedBy === undefined)
    return takeBack(operation, known, store);

  const verdict = judgeHire(operation, known, rehireWithoutStartDate);
  if (verdict === "rehire-unclear") throw new StepFailure(verdict);
  if (verdict !== "new employment")
    return { kind: "outdated", reason: verdict };
  if (isWithoutPerson(known))
    return openUnlessReplaced(open, findReplaced, known);
  await requireNoTermination(operation, known, store.operations);
  return (
    (await findReplaced()) ??
    (await stopTermination(leaving, operation, store)) ??
    (await goOn(operation, known, store))
  );
}

/** Whether the employment goes on: no termination has claimed the employee, or the one that did was cancelled. */
function isOpen(
  { state, terminatedBy }: Employee,
  leaving: Operation | undefined,
): boolean {
  const isHere = ["onboarding", "active", "suspended"].includes(state);
  return (
    isHere && (terminatedBy === undefined || leaving?.status === "cancelled")
  );
}

/** A hire in an open employment. It changes nothing that a termination or a suspension decides. */
async function repeat(
  operation: StartedOperation,
  known: Employee,
  store: Store,
  rehireWithoutStartDate: RehireWithoutStartDate,
  findReplaced: FindReplaced,
): Promise<HireClaim | Busy> {
  const { effectiveAtMs } = operation;
  if (known.state === "onboarding") {
    const newer = await findReplaced();
    if (newer) return newer;
  }
  if (effectiveAtMs !== undefined && startsLater(effectiveAtMs, known)) {
    const planned = await findPlannedLeaving(operation, store);
    // Both have come due, and the last day lies before the start date.
    if (planned) return busyBehind(planned);
  }
  return confirmsEmployment(operation, known, rehireWithoutStartDate)
    ? confirmAndRepeat(operation, known, store)
    : repetitionOf(operation, known, store);
}

async function confirmAndRepeat(
  operation: StartedOperation,
  known: Employee,
  store: Store,
): Promise<HireClaim | Busy> {
  const confirmed = await confirmEmployment(operation, known, store);
  return repetitionOf(operation, confirmed, store);
}

async function repetitionOf(
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
async function goOn(
  operation: StartedOperation,
  known: Employee,
  store: Store,
): Promise<HireClaim | Busy> {
  switch (known.state) {
    case "deleting":
      return { kind: "stuck" };
    case "leaving":
    case "kept":
      return takeBack(operation, known, store);
    default:
      // The termination was held, or failed, before it changed the person.
      return confirmAndRepeat(operation, known, store);
  }
}

async function takeBack(
  operation: StartedOperation,
  known: Employee,
  { employees, operations }: Store,
): Promise<HireClaim | Busy> {
  if (known.terminatedBy === undefined && known.operationId !== operation.id) {
    const other = await operations.findUnderWay(known.operationId);
    if (other) return busyBehind(other);
  }
  requireWritten(await employees.takeBack(operation, known));
  const { personID = "" } = known;
  return outlastsHire(known, operation.eventAtMs)
    ? { kind: "done", by: operation.id, personID }
    : { kind: "returned", personID };
}

async function openUnlessReplaced(
  open: Open,
  findReplaced: FindReplaced,
  known: Employee | undefined,
): Promise<HireClaim> {
  const newer = await findReplaced();
  if (newer) return newer;
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
 * Lists the operations that may replace this hire, at the same time as the employee is read. They are read only if it
 * matters: a feed that repeats a hire each day leaves many of them.
 *
 * Only a hire with a start date can have been moved to another date.
 */
async function lookForReplacement(
  operation: StartedOperation,
  { operations }: Store,
): Promise<FindReplaced> {
  if (operation.effectiveAtMs === undefined) return async () => undefined;
  const ids = await operations.idsOfEmployment(operation.employeeId);
  return async () => {
    const others = ids.filter((id) => id !== operation.id);
    const newer = findReplacement(await operations.getAll(others), operation);
    return newer && { kind: "replaced", by: newer.id };
  };
}

/** A termination that waits, although its last day lies before the start date of this hire. */
async function findPlannedLeaving(
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

/**
 * Cancels a waiting termination, so that it can never run. Resolves to a claim while the termination runs, or waits
 * after its deletion has begun.
 */
async function stopTermination(
  termination: Operation | undefined,
  { id }: StartedOperation,
  { operations }: Store,
): Promise<Busy | undefined> {
  if (termination === undefined || isFinal(termination)) return undefined;
  const isStoppable =
    termination.status === "waiting" && termination.effect !== "lasting";
  if (!isStoppable) return busyBehind(termination);
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(termination, by, "rehired", id);
  return cancelled === undefined ? busyBehind({}) : undefined;
}
