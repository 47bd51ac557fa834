import type { Employee, Opening } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";

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
