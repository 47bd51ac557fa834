import {
  setEnabled,
  setEnabledInStep,
} from "../../shared/person/set-enabled.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/**
 * Step "enable person": a disabled leaver who was rehired can sign in again. Nothing else of the person changes.
 */
export function enablePerson(
  run: OnboardingRun,
  personID: string,
): Promise<void> {
  const { operation, store, platformAuth } = run;
  const { id: operationId, employeeId } = operation;
  const where = { state: "leaving", operationId };
  return setEnabledInStep(run, "enable person", () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      { employeeId, personID, operationId, where },
      true,
    ),
  );
}
