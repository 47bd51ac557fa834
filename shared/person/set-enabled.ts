import type { Client } from "../community/client.ts";
import type { Where } from "../dynamodb/expressions.ts";
import type { Leases } from "../store/leases.ts";
import { changePerson } from "./change-person.ts";

type Whom = {
  employeeId: string;
  personID: string;
  operationId: string;
  /** What must hold of the employee, or nothing is written; and what to note of them in the same moment. */
  where: Where;
  set?: Record<string, unknown>;
};

/**
 * Lets a person sign in and be seen, or not (`svc.enabled` and `svc.visible`; the API document, §3). One who is so
 * already is not written.
 *
 * @throws StepFailure `person-missing` when the platform does not have the person; `employee-busy`, `employee-changed`
 */
export async function setEnabled(
  service: Client,
  leases: Leases,
  { employeeId, personID, operationId, ...condition }: Whom,
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
