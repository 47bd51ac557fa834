import type { Client } from "../../shared/community/client.ts";
import type { Person } from "../../shared/community/person.ts";

/**
 * Deletes a throw-away person. The person is read first, and left as they are if `isMarked` does not recognise them.
 *
 * @returns whether the platform accepted the deletion, or had no such person
 */
export async function removeThrowAway(
  service: Client,
  personID: string,
  isMarked: (person: Person) => boolean,
): Promise<boolean> {
  const person = await service.people.find(personID);
  if (person === undefined) return true;
  if (!isMarked(person)) return false;
  await service.people.remove(person);
  return true;
}
