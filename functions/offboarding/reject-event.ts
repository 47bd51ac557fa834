import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { cancelled } from "./outcomes.ts";
import { restorePerson } from "./restore-person.ts";
import { endSuspension } from "./run-resumption.ts";

/**
 * Step "reject": an operator rejected the event while it was held. Before the disabling, the employee stays as they
 * are, and their item forgets the termination. A person whose suspension has ended meanwhile is enabled. Before the
 * deletion, the person is kept, disabled.
 *
 * A suspension ends. Its person is enabled if a termination that is cancelled by now has disabled them.
 */
export async function rejectEvent(
  run: OffboardingRun,
): Promise<WorkflowOutcome> {
  const { operation, steps } = run;
  if (operation.type === "employee.suspended") {
    await endSuspension(run);
    return cancelled("rejected");
  }
  const { isOurs, personID } = await steps.store("reject", () =>
    rejectOnce(run),
  );
  if (personID !== null) await restorePerson(run, personID);
  return operation.rejectedFrom !== "disable-limit" && !isOurs
    ? cancelled("hired-since")
    : cancelled("rejected");
}

/**
 * Not ours when the item names another operation: an earlier attempt was here, or a later event. `personID`: the person
 * who must be enabled, or null.
 */
async function rejectOnce({
  operation,
  store: { employees },
}: OffboardingRun): Promise<{ isOurs: boolean; personID: string | null }> {
  const { id, employeeId, rejectedFrom } = operation;
  const employee = await employees.get(employeeId);
  if (employee?.terminatedBy !== id) return { isOurs: false, personID: null };
  const { state, personID = "" } = employee;
  if (rejectedFrom === "disable-limit" && state === "leaving")
    return { isOurs: true, personID };
  requireWritten(
    rejectedFrom === "disable-limit"
      ? await employees.rejectTermination(employeeId, id)
      : await employees.keep(employeeId, id),
  );
  return { isOurs: true, personID: null };
}
