import type { Store } from "../../shared/store/store.ts";

type Stores = Pick<Store, "employees" | "operations">;

/**
 * Runs an operation again that has just ended with `unknown-employee`, if the hire looked for such operations before
 * this end was written, and so did not run it.
 */
export async function runAgainIfForgotten(
  { employees, operations }: Stores,
  { id, employeeId }: { id: string; employeeId: string },
): Promise<void> {
  const employee = await employees.get(employeeId);
  const isKnown = employee?.personID !== undefined && employee.state !== "left";
  if (isKnown && !employee.awaiting?.has(id))
    await operations.retryWithPerson(id, "workflow");
}
