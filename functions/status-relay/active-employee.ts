import { StepFailure } from "../../shared/step-failure.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Lease } from "../../shared/store/leases.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";

type EmployeeWithPerson = Employee & { personID: string };

/** Only an active employee gets a new status. An expired status is also replaced while the employee is suspended. */
type State = "active" | "suspended";

/**
 * Reads the employee of the operation, who must be in one of `states`.
 *
 * @throws StepFailure `not-active` if the employee is unknown, not hired yet, or has left; `employee-suspended`
 */
export async function readActiveEmployee(
  { operation, store }: StatusRelayRun,
  states: readonly State[] = ["active"],
): Promise<EmployeeWithPerson> {
  return requireIn(states, await store.employees.get(operation.employeeId));
}

function requireIn(
  states: readonly State[],
  employee: Employee | undefined,
): EmployeeWithPerson {
  const { state, personID } = employee ?? {};
  const isIn = states.some((one) => one === state);
  if (employee && isIn && personID !== undefined)
    return { ...employee, personID };
  throw new StepFailure(
    state === "suspended" ? "employee-suspended" : "not-active",
  );
}

/**
 * Runs `write` for an employee in one of `states`, under the employee's lease. During that time, neither another status
 * nor a termination writes the person.
 *
 * @throws StepFailure `not-active`; `employee-suspended`; `employee-busy`, which is retryable
 */
export async function withWriteLease<T>(
  run: StatusRelayRun,
  write: (employee: EmployeeWithPerson, lease: Lease) => Promise<T>,
  states: readonly State[] = ["active"],
): Promise<T> {
  const { id, employeeId } = run.operation;
  try {
    return await run.store.leases.withLease(
      employeeId,
      id,
      { where: { state: { oneOf: states } } },
      async (lease, employee) => write(requireIn(states, employee), lease),
    );
  } catch (error) {
    // `withLease` says so if `where` does not hold.
    const isInOtherState =
      error instanceof StepFailure && error.code === "employee-changed";
    if (!isInOtherState) throw error;
    await readActiveEmployee(run, states);
    // The employee came into one of the states meanwhile.
    throw new StepFailure("employee-busy", { retryable: true });
  }
}
