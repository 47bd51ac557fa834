import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import type { Employee } from "../../shared/store/employee.ts";
import {
  countsFromMs,
  findReplacement,
} from "../../shared/store/find-replacement.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import {
  type Disposition,
  isErasable,
  isFinal,
  isSettled,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import type { EmploymentEvents } from "./find-later-events.ts";

/** The result of claiming an employee for a termination. */
export type TerminationClaim =
  /** This operation lets the employee leave. */
  | {
      kind: "claimed";
      /** Undefined when the person was certainly never created. */
      personID: string | undefined;
      isDeleting: boolean;
      /** Whether the person is disabled already: they leave, are kept or are suspended. */
      isDisabled: boolean;
      /** When the person was disabled, if this termination or the one that it replaces has done so. */
      disabledAtMs: number | undefined;
    }
  /** Another operation lets the employee leave, or has done so (`hasLeft`). */
  | { kind: "done"; by: string; hasLeft: boolean }
  /** The employee was hired again later, or this termination was cancelled. */
  | { kind: "outdated" }
  /** A later event cancelled all earlier terminations. */
  | { kind: "withdrawn" }
  /** The same termination came before, under another delivery id. */
  | { kind: "repeated"; of: string }
  /** A later termination names another last day, or took effect before. */
  | { kind: "replaced"; by: string | undefined }
  /** Our store does not know the person, who may or may not exist on the platform. */
  | { kind: "unknown" };

/**
 * Claims an employee for the operation of a termination. In every case the time of the event stays with the employee,
 * so that an earlier hire that arrives later does not bring them back.
 */
export async function claimTermination(
  operation: StartedOperation,
  store: Store,
  disposition: Disposition,
  employment: EmploymentEvents,
): Promise<TerminationClaim | Busy> {
  const { id, phase } = operation;
  const { employee: known, all } = employment;
  if (isWithdrawn(operation, known)) return { kind: "withdrawn" };
  // This operation was held, or failed before it changed the person. HR may have moved the last day meanwhile.
  if (known?.terminatedBy === id && phase === undefined && isUntouched(known)) {
    const newer = findReplacement(all, operation);
    if (newer !== undefined) return { kind: "replaced", by: newer.id };
  }
  const ours =
    known?.terminatedBy === id
      ? known
      : await terminate(operation, store, disposition, employment);
  if ("kind" in ours) return ours;
  // An onboarding that creates the person ends first. An onboarding that starts now sees the termination.
  return (await busyHiring(operation, ours, store)) ?? claimed(ours);
}

/** Lets this operation end the generation, and resolves to the employee then. Resolves to a claim when it must not. */
async function terminate(
  operation: StartedOperation,
  store: Store,
  disposition: Disposition,
  { employee: known, all }: EmploymentEvents,
): Promise<TerminationClaim | Busy | Employee> {
  const { employees, operations } = store;
  const { id, caller, employeeId, eventAtMs, effectiveAtMs } = operation;
  const termination = {
    terminatedAtMs: eventAtMs,
    lastDayAtMs: effectiveAtMs,
    caller,
  };
  const replacement = findReplacement(all, operation);
  if (replacement !== undefined)
    return { kind: "replaced", by: replacement.id };
  if (known === undefined || known.state === "expected") {
    requireWritten(
      await employees.createTombstone(employeeId, id, termination),
    );
    return { kind: "unknown" };
  }
  const { state, generation, terminatedBy, terminatedAtMs = 0 } = known;
  const older = await operations.get(terminatedBy);
  const isUnderWay = older !== undefined && !isFinal(older);
  // A termination that is being cancelled or rejected cannot be joined.
  if (isUnderWay && (older.isUndone || older.rejectedFrom !== undefined))
    return busyBehind(older);
  const isTooLate = isUnderWay && state === "deleting";
  const isNewest = eventAtMs > terminatedAtMs;
  if (state === "left" || isTooLate || (isUnderWay && !isNewest)) {
    // An employee who was hired between the two terminations leaves as well.
    await raiseTombstone();
    const isUnknown =
      generation === 0 && !isUnderWay && older?.status !== "succeeded";
    return isUnknown
      ? { kind: "unknown" }
      : { kind: "done", by: terminatedBy ?? "", hasLeft: state === "left" };
  }
  if (isOutdated(operation, known)) return { kind: "outdated" };
  if (!isNewest) return overtaken(operation, all);
  if (state === "kept" && disposition === "disable") {
    await raiseTombstone();
    return { kind: "done", by: terminatedBy ?? "", hasLeft: true };
  }
  const busy =
    (await busyHiring(operation, known, store)) ??
    (await takePlace(operation, older, operations));
  if (busy) return busy;
  return requireWritten(
    await employees.terminate(employeeId, id, termination, known),
  );

  /** @throws StoreConflict, worth another attempt, if the employee has changed: a hire may have come in between */
  async function raiseTombstone(): Promise<void> {
    const { hiredAtMs = 0 } = known ?? {};
    if (known && isNewest && hiredAtMs <= eventAtMs)
      requireWritten(
        await employees.raiseTombstone(employeeId, termination, known),
      );
  }
}

/** Whether a later event has cancelled the termination, and its deletion has not begun. */
function isWithdrawn(
  { id, eventAtMs }: StartedOperation,
  known: Employee | undefined,
): boolean {
  const { terminationCancelledAtMs, terminatedBy, state } = known ?? {};
  const hasBegun = terminatedBy === id && state === "deleting";
  return (
    terminationCancelledAtMs !== undefined &&
    eventAtMs <= terminationCancelledAtMs &&
    !hasBegun
  );
}

/**
 * Whether the termination is older than the employment, or than the hire that confirmed it. At the same instant, the
 * termination counts as later, because EventBridge has whole seconds. A last day after the start date counts, because
 * it can only be the end of this employment.
 */
function isOutdated(
  operation: StartedOperation,
  { hiredAtMs = 0, startsAtMs }: Employee,
): boolean {
  const isOfThis =
    startsAtMs !== undefined && countsFromMs(operation) > startsAtMs;
  return operation.eventAtMs < hiredAtMs && !isOfThis;
}

/**
 * Cancels the older operation that lets the employee leave and waits, is held or is in its grace period. This
 * operation takes its place.
 */
async function takePlace(
  { id }: StartedOperation,
  older: Operation | undefined,
  operations: Operations,
): Promise<Busy | undefined> {
  if (older === undefined || isErasable(older)) return undefined;
  if (!isSettled(older)) return busyBehind(older);
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(older, by, "terminated-since", id);
  return cancelled === undefined ? busyBehind({}) : undefined;
}

/** A termination with the same time or a later one has ended already, and no hire came after it. */
function overtaken(
  { type, eventAtMs }: StartedOperation,
  all: readonly Operation[],
): TerminationClaim {
  const others = all.filter((one) => one.type === type);
  // The oldest one, because the newer ones were sent again.
  const same = others.findLast((one) => one.eventAtMs === eventAtMs);
  if (same) return { kind: "repeated", of: same.id };
  const later = others.findLast((one) => one.eventAtMs > eventAtMs);
  return { kind: "replaced", by: later?.id };
}

/**
 * An onboarding that creates the person, or enables a leaver again. No operation waits for a hire whose person exists:
 * its avatar, tasks and streams may take long. An older onboarding that is blocked and has had no effect is cancelled,
 * because a termination goes first.
 */
async function busyHiring(
  { id, eventAtMs }: StartedOperation,
  { state, operationId, terminatedBy }: Employee,
  { operations }: Store,
): Promise<Busy | undefined> {
  const isRehired = state === "leaving" && terminatedBy === undefined;
  if (state !== "onboarding" && !isRehired) return undefined;
  const hire = await operations.findUnderWay(operationId);
  if (hire === undefined) return undefined;
  const isToOvertake =
    hire.blockedBy !== undefined &&
    hire.effect === undefined &&
    hire.eventAtMs < eventAtMs;
  if (!isToOvertake) return busyBehind(hire);
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(hire, by, "terminated-since", id);
  return cancelled === undefined ? busyBehind({}) : undefined;
}

function claimed({
  state,
  personID,
  isNotCreated,
  generation,
  disabledAtMs,
}: Employee): TerminationClaim {
  if (
    generation === 0 ||
    (personID === undefined && !isNotCreated && state !== "left")
  )
    return { kind: "unknown" };
  return {
    kind: "claimed",
    personID,
    isDeleting: state === "deleting",
    isDisabled:
      state === "leaving" || state === "kept" || state === "suspended",
    // Until now, a person who was kept was not to be deleted, so their grace period begins now.
    disabledAtMs: state === "kept" ? undefined : disabledAtMs,
  };
}

function isUntouched({ state }: Employee): boolean {
  return state === "onboarding" || state === "active";
}
