import { changePerson } from "../../shared/person/change-person.ts";
import type { Lease } from "../../shared/store/leases.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";

/**
 * Changes the status on a profile. An empty text means no status.
 *
 * @param decide - returns the new text for the current text; if both are equal, nothing is written, because each write
 *   publishes an activity entry (docs/interface.md, §3)
 * @throws StepFailure `person-missing` if the platform does not have the person
 */
export async function writeStatus(
  { platformAuth }: Pick<StatusRelayRun, "platformAuth">,
  personID: string,
  lease: Lease,
  decide: (current: string) => string | Promise<string>,
): Promise<void> {
  const { service } = platformAuth;
  let decided = "";
  await changePerson(service, personID, lease, async (person) => {
    const current = person.status ?? "";
    decided = await decide(current);
    return decided === current ? undefined : { ...person, status: decided };
  });
  if (!lease.isDoubtful) return;
  // A late write of an earlier holder may have arrived meanwhile.
  await changePerson(service, personID, lease, (person) =>
    (person.status ?? "") === decided
      ? undefined
      : { ...person, status: decided },
  );
}
