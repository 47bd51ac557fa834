import { setEnabled } from "../../shared/person/set-enabled.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/**
 * Step "enable person": a disabled leaver who was hired again can sign in again. Nothing else of the person changes.
 */
export function enablePerson(
  { operation, store, platformAuth, steps }: OnboardingRun,
  personID: string,
): Promise<void> {
  const { id: operationId, employeeId } = operation;
  const where = { state: "leaving", operationId };
  return steps.sideEffect("enable person", () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      { employeeId, personID, operationId, where },
      true,
    ),
  );
}
