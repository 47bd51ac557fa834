import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { StoreConflict } from "../../shared/store/store-conflict.ts";
import type { StatusRun } from "./status-run.ts";

type ActiveEmployee = Employee & { personID: string };

/** @throws StepFailure `not-active` for somebody who is not there, not yet, or not any more */
export async function activeEmployee({
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
 * Runs `write` for an active employee while nobody else writes their person: neither another status, nor whoever is about
 * to disable them.
 *
 * @throws StepFailure `not-active`; `employee-busy`, worth another attempt
 */
export async function asOnlyWriter<T>(
  run: StatusRun,
  write: (employee: ActiveEmployee) => Promise<T>,
): Promise<T> {
  const { id, employeeId } = run.operation;
  try {
    return await run.store.leases.hold(
      employeeId,
      id,
      { where: { state: "active" } },
      async () => write(await activeEmployee(run)),
    );
  } catch (error) {
    const isInactive =
      error instanceof StoreConflict && error.code === "employee-changed";
    throw isInactive ? new StepFailure("not-active") : error;
  }
}
