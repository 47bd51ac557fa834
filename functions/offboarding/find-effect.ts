import type { Effect, StartedOperation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";

/**
 * What the platform may hold of a termination that cannot go on. Until the person may be disabled, nothing: a later
 * event can overtake the termination, and a caller can cancel it at once. The state of the employee says `leaving` from
 * before the write that disables the person.
 */
export async function findEffect(
  { id, type, employeeId, phase }: StartedOperation,
  { employees }: Pick<Store, "employees">,
): Promise<Effect | undefined> {
  const employee = await employees.get(employeeId);
  // Whether a resumption has enabled the person does not matter: no suspension holds any more.
  if (type === "employee.resumed") return "lasting";
  if (type === "employee.suspended")
    return phase !== undefined || employee?.suspendedBy === id
      ? "undoable"
      : undefined;
  if (employee?.terminatedBy !== id) return undefined;
  // A caller cannot cancel the cancellation of a termination: that termination has ended.
  if (
    employee.state === "deleting" ||
    type === "employee.termination_cancelled"
  )
    return "lasting";
  return employee.state === "leaving" ? "undoable" : undefined;
}
