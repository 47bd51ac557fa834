import type { Employee } from "../../shared/store/employee.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";

/**
 * Makes sure that an event which brings an employee back overtakes no termination, unless its caller may also send
 * terminations. Otherwise a key with the scope `onboard` alone could keep every leaver. A termination that ended with
 * the deletion of the person does not count.
 *
 * @throws StepFailure `termination-goes-on`
 */
export async function requireNoTermination(
  operation: StartedOperation,
  known: Employee | undefined,
  operations: Pick<Operations, "get" | "ofEmployment">,
): Promise<void> {
  if (operation.mayOffboard) return;
  const isOvertaking =
    (await hasBegun(operation, known, operations)) ||
    (await isWaiting(operation, known, operations));
  if (isOvertaking) throw new StepFailure("termination-goes-on");
}

/** Whether an older termination has claimed the employee, and was not cancelled. */
async function hasBegun(
  { eventAtMs }: StartedOperation,
  known: Employee | undefined,
  operations: Pick<Operations, "get">,
): Promise<boolean> {
  const { state, terminatedBy, terminatedAtMs = 0 } = known ?? {};
  if (state === "left" || terminatedBy === undefined) return false;
  if (eventAtMs <= terminatedAtMs) return false;
  const termination = await operations.get(terminatedBy);
  return termination?.status !== "cancelled" && !termination?.isUndone;
}

/** Whether an older termination waits for the last day. */
async function isWaiting(
  { id, employeeId, eventAtMs }: StartedOperation,
  known: Employee | undefined,
  operations: Pick<Operations, "ofEmployment">,
): Promise<boolean> {
  // The termination arrived after this event had taken effect.
  if (known?.operationId === id) return false;
  const all = await operations.ofEmployment(employeeId);
  return all.some(
    (other) =>
      other.type === "employee.terminated" &&
      other.status === "waiting" &&
      other.eventAtMs < eventAtMs,
  );
}
