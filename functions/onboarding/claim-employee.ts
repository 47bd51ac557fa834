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
  | { kind: "claimed"; wasBegunBefore: boolean }
  /**
   * The person exists, and another operation brings what may be missing; or an earlier run of this one has done all,
   * but its outcome was not written; or this one took a leaver back who stays disabled, because a later event suspends
   * them.
   */
  | { kind: "done"; by: string; personID: string }
  /** The employee was leaving. The person must be enabled again. */
  | { kind: "returned"; personID: string }
  /** HR has moved the start date: a later hire waits. */
  | { kind: "replaced"; by: string }
  /** The employee has left, a later event terminated them, or a later one hired them again. */
  | {
      kind: "outdated";
      reason: "already-left" | "terminated-since" | "hired-since";
    }
  /** The person was being deleted, and it is unknown how far the deletion got. */
  | { kind: "stuck" };

/** Whether a generation can be opened: the employee has left, or only other events of them are known. */
export function isWithoutPerson({ state }: Employee): boolean {
  return state === "left" || state === "expected";
}

/**
 * Opens the first generation of an employee, or the next one after a tombstone. Resolves to the employee as written.
 *
 * @param endsTermination - whether the termination of the tombstone has no effect any more
 */
export async function openGeneration(
  operation: StartedOperation,
  { employees }: Store,
  made: Pick<Opening, "passwordSalt" | "username">,
  left?: Employee,
  endsTermination = true,
): Promise<Employee> {
  const { id: operationId, employeeId, eventAtMs, effectiveAtMs } = operation;
  const opening = {
    operationId,
    hiredAtMs: eventAtMs,
    startsAtMs: effectiveAtMs ?? eventAtMs,
    fieldTimes: operation.amendment?.fieldTimes,
    ...made,
  };
  return requireWritten(
    await employees.open(employeeId, opening, left, endsTermination),
  );
}

/**
 * Notes that a later event confirms the employment. Resolves to the employee without the termination that the event
 * ends.
 */
export async function confirmEmployment(
  operation: StartedOperation,
  known: Employee,
  { employees }: Store,
): Promise<Employee> {
  requireWritten(await employees.confirmEmployment(operation, known));
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

export function doneBy({
  operationId = "",
  personID = "",
}: Employee): HireClaim {
  return { kind: "done", by: operationId, personID };
}
