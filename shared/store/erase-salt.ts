import type { Employees } from "./employees.ts";
import type { Operation } from "./operation.ts";
import type { Operations } from "./operations.ts";

/**
 * Erases the salt that a hire kept for a retry, and notes that afterwards: if only the first write succeeds, the
 * scheduler repeats both. Resolves to false if the operation has changed since it was read.
 */
export async function eraseSalt(
  {
    employees,
    operations,
  }: {
    employees: Pick<Employees, "eraseSalt">;
    operations: Pick<Operations, "noteSaltErased">;
  },
  operation: Operation,
): Promise<boolean> {
  await employees.eraseSalt(operation.employeeId, operation.id);
  return operations.noteSaltErased(operation);
}
