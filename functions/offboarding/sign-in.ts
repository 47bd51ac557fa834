import { setEnabled } from "../../shared/person/set-enabled.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/** From here on the person can neither sign in nor be seen, and everybody knows that they are leaving. */
export function disablePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return write(run, "disable person", personID, false);
}

/** The person is as before; what else happened to them meanwhile stays. */
export function enablePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return write(run, "enable person", personID, true);
}

function write(
  { operation, store, platformAuth, steps }: OffboardingRun,
  step: string,
  personID: string,
  isEnabled: boolean,
): Promise<void> {
  const { id: operationId, employeeId } = operation;
  return steps.sideEffect(step, () =>
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
