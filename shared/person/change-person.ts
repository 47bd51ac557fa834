import type { Client } from "../community/client.ts";
import { ApiError } from "../community/errors.ts";
import type { Person } from "../community/person.ts";
import { StepFailure } from "../workflow/failure.ts";

/**
 * Reads a person whose id we know, and writes the changes.
 *
 * @param change - when it returns undefined, nothing is written
 * @throws StepFailure `person-missing` when the platform does not have the person
 */
export async function changePerson(
  service: Client,
  personID: string,
  change: Parameters<Client["people"]["update"]>[1],
): Promise<Person> {
  try {
    return await service.people.update(personID, change);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new StepFailure("person-missing");
  }
}
