import type { Client } from "../../shared/community/client.ts";
import { isThrowAway } from "./throw-away.ts";

/**
 * Deletes a throw-away person. The person is read first, and left as they are if they are not marked as one.
 *
 * @returns whether the platform accepted the deletion, or had no such person
 */
export async function removeThrowAway(
  service: Client,
  personID: string,
): Promise<boolean> {
  const person = await service.people.find(personID);
  if (person === undefined) return true;
  if (!isThrowAway(person)) return false;
  await service.people.remove(person);
  return true;
}
