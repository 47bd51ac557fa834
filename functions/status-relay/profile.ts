import { ApiError } from "../../shared/community/errors.ts";
import { StepFailure } from "../../shared/durable/failure.ts";
import type { Scene } from "./scene.ts";

/**
 * Changes the status on a profile; an empty one stands for none.
 *
 * @param decide - what to show instead of what is shown now; the same means that nothing is written, for each write
 *   publishes an activity entry (the API document, §3)
 * @throws StepFailure `person-missing` when the platform does not have the person
 */
export async function changeProfile(
  { access }: Pick<Scene, "access">,
  personID: string,
  decide: (now: string) => string | Promise<string>,
): Promise<void> {
  try {
    await access.service.people.update(personID, async (person) => {
      const now = person.status ?? "";
      const status = await decide(now);
      return status === now ? undefined : { ...person, status };
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new StepFailure("person-missing");
  }
}
