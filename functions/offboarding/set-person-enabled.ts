import {
  setEnabled,
  setEnabledInStep,
} from "../../shared/person/set-enabled.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "disable person": the person can neither sign in nor be seen, and our store says that the employee is leaving.
 */
export function disablePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return setPersonEnabled(run, "disable person", personID, false);
}

/** Step "enable person": the person can sign in and be seen again. Other changes to the person stay. */
export function enablePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return setPersonEnabled(run, "enable person", personID, true);
}

function setPersonEnabled(
  run: OffboardingRun,
  step: string,
  personID: string,
  isEnabled: boolean,
): Promise<void> {
  const { operation, store, platformAuth } = run;
  const { id: operationId, employeeId } = operation;
  return setEnabledInStep(run, step, () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      {
        employeeId,
        personID,
        operationId,
        where: {
          terminatedBy: operationId,
          state: { oneOf: ["onboarding", "active", "leaving"] },
        },
        set: { state: "leaving" },
      },
      isEnabled,
    ),
  );
}
