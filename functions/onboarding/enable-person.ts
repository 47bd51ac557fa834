import {
  setEnabled,
  setEnabledInStep,
} from "../../shared/person/set-enabled.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/**
 * Steps "enable person" and "end rehire": a disabled leaver who was rehired can sign in again, and is active from then
 * on, whatever becomes of the rest of the hire. Nothing else of the person changes.
 */
export async function enablePerson(
  run: OnboardingRun,
  personID: string,
): Promise<void> {
  const { operation, store, platformAuth, steps } = run;
  const { id: operationId, employeeId } = operation;
  const where = { state: "leaving", operationId };
  await setEnabledInStep(run, "enable person", () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      { employeeId, personID, operationId, where },
      true,
    ),
  );
  await steps.store("end rehire", () =>
    store.employees.endRehire(employeeId, operationId),
  );
}
