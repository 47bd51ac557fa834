import type { Client } from "../community/client.ts";
import { ApiError } from "../community/errors.ts";
import type { Person } from "../community/person.ts";
import type { Lease } from "../store/leases.ts";
import { StepFailure } from "../step-failure.ts";

/**
 * Reads a person whose id we know, and writes the changes under a lease.
 *
 * @param change - when it returns undefined, nothing is written
 * @throws StepFailure `person-missing` when the platform does not have the person
 * @throws StepFailure `employee-busy` when too little time of the lease is left for the write
 */
export async function changePerson(
  service: Client,
  personID: string,
  lease: Lease,
  change: (person: Person) => Person | undefined | Promise<Person | undefined>,
): Promise<Person> {
  const changeInTime = async (person: Person) => {
    const changed = await change(person);
    if (changed) lease.requireTime();
    return changed;
  };
  try {
    return await service.people.update(personID, changeInTime, {
      onUnanswered: lease.noteUnanswered,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new StepFailure("person-missing");
  }
}
