import type { Client } from "../community/client.ts";
import type { Where } from "../dynamodb/expressions.ts";
import type { Leases } from "../store/leases.ts";
import { changePerson } from "./change-person.ts";

type Employee = {
  employeeId: string;
  personID: string;
  operationId: string;
  /** The conditions on the employee record. When they fail, nothing is written. */
  where: Where;
  /** Attributes that are written to the employee record with the same conditions. */
  set?: Record<string, unknown>;
};

/**
 * Enables or disables a person: sign-in and visibility, `svc.enabled` and `svc.visible` (docs/interface.md, §3). When
 * both have the value already, nothing is written to the platform.
 *
 * @throws StepFailure `person-missing` when the platform does not have the person, `employee-busy` when another
 *   operation has the lease, `employee-changed` when the conditions fail
 */
export async function setEnabled(
  service: Client,
  leases: Leases,
  { employeeId, personID, operationId, ...condition }: Employee,
  isEnabled: boolean,
): Promise<void> {
  await leases.hold(employeeId, operationId, condition, () =>
    changePerson(service, personID, (person) =>
      person.svc?.enabled === isEnabled && person.svc.visible === isEnabled
        ? undefined
        : {
            ...person,
            svc: { ...person.svc, enabled: isEnabled, visible: isEnabled },
          },
    ),
  );
}
