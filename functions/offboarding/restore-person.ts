import { stepOfRound } from "../../shared/store/step-names.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { disablePerson, enablePersonAgain } from "./set-person-enabled.ts";

/** Suspensions and resumptions of one employee that come at the same moment. */
const maxRounds = 10;

/**
 * Steps "find suspension", "enable person" or "disable person", and "cancel termination": the employee stays, because
 * the termination of this operation was cancelled. A person whose suspension goes on stays disabled. If a suspension
 * begins or ends meanwhile, the steps are repeated.
 *
 * @throws StepFailure `employee-changed`
 */
export async function restorePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  for (let round = 1; round <= maxRounds; round++) {
    const suspendedBy = await findSuspension(run, round);
    if (suspendedBy === null) await enablePersonAgain(run, personID);
    // An earlier round or run may have enabled the person.
    else await disablePerson(run, personID);
    if (await cancelTermination(run, suspendedBy, round)) return;
  }
  throw new StepFailure("employee-changed");
}

function findSuspension(
  { operation, store, steps }: OffboardingRun,
  round: number,
): Promise<string | null> {
  return steps.store(stepOfRound("find suspension", round), async () => {
    const employee = await store.employees.get(operation.employeeId);
    return employee?.suspendedBy ?? null;
  });
}

/** Resolves to false when a suspension began or ended since it was looked for. */
function cancelTermination(
  { operation, store, steps }: OffboardingRun,
  suspendedBy: string | null,
  round: number,
): Promise<boolean> {
  const { id, employeeId } = operation;
  return steps.store(stepOfRound("cancel termination", round), async () => {
    const isWritten = await store.employees.cancelTermination(
      employeeId,
      id,
      suspendedBy ?? undefined,
    );
    if (isWritten) return true;
    const employee = await store.employees.get(employeeId);
    return employee?.terminatedBy !== id;
  });
}
