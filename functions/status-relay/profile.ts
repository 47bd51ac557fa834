import { changePerson } from "../../shared/person/change-person.ts";
import type { StatusRun } from "./status-run.ts";

/**
 * Changes the status on a profile; an empty one stands for none.
 *
 * @param decide - what to show instead of what is shown now; the same means that nothing is written, for each write
 *   publishes an activity entry (the API document, §3)
 * @throws StepFailure `person-missing` when the platform does not have the person
 */
export async function changeProfile(
  { platformAuth }: Pick<StatusRun, "platformAuth">,
  personID: string,
  decide: (now: string) => string | Promise<string>,
): Promise<void> {
  await changePerson(platformAuth.service, personID, async (person) => {
    const now = person.status ?? "";
    const status = await decide(now);
    return status === now ? undefined : { ...person, status };
  });
}
