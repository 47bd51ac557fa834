import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Lease } from "../../shared/store/leases.ts";
import { StoreConflict } from "../../shared/store/store-conflict.ts";
import type { StatusRun } from "./status-run.ts";

type ActiveEmployee = Employee & { personID: string };

/**
 * Reads the employee of the operation.
 *
 * @throws StepFailure `not-active` if the employee is unknown, not hired yet, or has left
 */
export async function readActiveEmployee({
  operation,
  store,
}: StatusRun): Promise<ActiveEmployee> {
  const employee = await store.employees.get(operation.employeeId);
  const { state, personID } = employee ?? {};
  if (!employee || state !== "active" || personID === undefined)
    throw new StepFailure("not-active");
  return { ...employee, personID };
}

/**
 * Runs `write` for an active employee under the employee's lease. During that time, neither another status nor a
 * termination writes the person.
 *
 * @throws StepFailure `not-active`; `employee-busy`, which is retryable
 */
export async function withWriteLease<T>(
  run: StatusRun,
  write: (employee: ActiveEmployee, lease: Lease) => Promise<T>,
): Promise<T> {
  const { id, employeeId } = run.operation;
  try {
    return await run.store.leases.hold(
      employeeId,
      id,
      { where: { state: "active" } },
      async (lease) => write(await readActiveEmployee(run), lease),
    );
  } catch (error) {
    const isInactive =
      error instanceof StoreConflict && error.code === "employee-changed";
    throw isInactive ? new StepFailure("not-active") : error;
  }
}
