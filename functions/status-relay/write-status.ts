import { changePerson } from "../../shared/person/change-person.ts";
import type { StatusRun } from "./status-run.ts";

/**
 * Changes the status on a profile. An empty text means no status.
 *
 * @param decide - returns the new text for the current text; if both are equal, nothing is written, because each write
 *   publishes an activity entry (docs/interface.md, §3)
 * @throws StepFailure `person-missing` if the platform does not have the person
 */
export async function writeStatus(
  { platformAuth }: Pick<StatusRun, "platformAuth">,
  personID: string,
  decide: (current: string) => string | Promise<string>,
): Promise<void> {
  await changePerson(platformAuth.service, personID, async (person) => {
    const current = person.status ?? "";
    const status = await decide(current);
    return status === current ? undefined : { ...person, status };
  });
}
