import type { Employee } from "../../../shared/store/employee.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import type { EmploymentRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";

/**
 * The employee, if the person should have access, is suspended, or was created before the start. Only in the body of a
 * step.
 *
 * @param step - Pass the attempt if this step directly follows a write of this execution. The first attempt then uses
 *   what the write returned
 * @throws StepFailure `left-since`
 */
export async function requireEmployed(
  run: EmploymentRun,
  step?: Attempt,
): Promise<Employee> {
  const { operation, store, memory, nowMs } = run;
  const written = step?.attempt === 1 ? memory.employment : undefined;
  const item = written ?? (await store.employees.get(operation.employeeId));
  memory.employment = item;
  const { wanted } = item ? situationOf(item, run, nowMs()) : {};
  const isEmployed =
    wanted?.is === "enabled" ||
    wanted?.reason === "suspension" ||
    (wanted?.next && item?.person.is === "created");
  if (!item || !isEmployed) throw new StepFailure("left-since");
  return item;
}
