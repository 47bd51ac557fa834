import type { Client } from "../community/client.ts";
import { lateWriteMs, type Leases, type LeaseWrites } from "../store/leases.ts";
import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { Steps } from "../workflow/steps.ts";
import { changePerson } from "./change-person.ts";

type Target = LeaseWrites & {
  employeeId: string;
  personID: string;
  operationId: string;
};

/**
 * Enables or disables a person: sign-in and visibility, `svc.enabled` and `svc.visible` (docs/interface.md, §3). When
 * both have the value already, nothing is written to the platform.
 *
 * @returns whether a write of an earlier holder of the lease may arrive later, and undo this
 * @throws StepFailure `person-missing` when the platform does not have the person, `employee-busy` when another
 *   operation has the lease, `employee-changed` when the conditions fail
 */
export async function setEnabled(
  service: Client,
  leases: Leases,
  { employeeId, personID, operationId, ...writes }: Target,
  isEnabled: boolean,
): Promise<{ isDoubtful: boolean }> {
  return leases.hold(employeeId, operationId, writes, async (lease) => {
    const write = () =>
      changePerson(service, personID, lease, (person) => {
        const { svc } = person;
        if (svc?.enabled === isEnabled && svc.visible === isEnabled)
          return undefined;
        return {
          ...person,
          svc: { ...svc, enabled: isEnabled, visible: isEnabled },
        };
      });
    await write();
    // The late write may have arrived between our read and our write.
    if (lease.isDoubtful) await write();
    return { isDoubtful: lease.isDoubtful };
  });
}

/**
 * A step that enables or disables a person. If an earlier write may arrive late, the step is repeated after that time,
 * as `<name> again`. It writes only if the person is not as it must be.
 */
export async function setEnabledInStep(
  { steps, context }: { steps: Steps; context: DurableContext },
  name: "disable person" | "enable person",
  set: () => Promise<{ isDoubtful: boolean }>,
): Promise<void> {
  const { isDoubtful } = await steps.sideEffect(name, set);
  if (!isDoubtful) return;
  const seconds = lateWriteMs / 1_000;
  await context.wait(`before ${name} again`, { seconds });
  await steps.sideEffect(`${name} again`, set);
}
