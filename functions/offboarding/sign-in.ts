import { setEnabled } from "../../shared/person/set-enabled.ts";
import type { Scene } from "./scene.ts";

/** From here on the person can neither sign in nor be seen, and everybody knows that they are leaving. */
export function disablePerson(scene: Scene, personID: string): Promise<void> {
  return write(scene, "disable person", personID, false);
}

/** The person is as before; what else happened to them meanwhile stays. */
export function enablePerson(scene: Scene, personID: string): Promise<void> {
  return write(scene, "enable person", personID, true);
}

function write(
  { operation, store, platformAuth, steps }: Scene,
  step: string,
  personID: string,
  isEnabled: boolean,
): Promise<void> {
  const { id: operationId, employeeId } = operation;
  return steps.effect(step, () =>
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
