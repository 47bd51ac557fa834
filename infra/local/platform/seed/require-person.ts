import type { PlatformContext } from "../http/context.ts";
import type { StoredPerson } from "../state/platform-state.ts";

/** The person of this username. @throws Error if the seed has no such person */
export function requirePerson(
  { state }: PlatformContext,
  username: string,
): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined)
    throw new Error(`The seed has no person ${username}.`);
  return person;
}
