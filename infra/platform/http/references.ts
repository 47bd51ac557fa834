import * as z from "zod";
import type { PlatformContext } from "./context.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { mayFind } from "./visibility.ts";

/** Reads the reference to a place in a body as the id of the place. */
export function referenceToPlace({
  apiUrl,
  state,
}: PlatformContext): z.ZodType<string> {
  return referenceBelow(
    `${apiUrl}/places/`,
    (id) => state.places.get(id) !== undefined,
  );
}

/** Reads the reference to a person in a body as the id of the person, which the requester must be able to find. */
export function referenceToPerson(
  { apiUrl, state }: PlatformContext,
  requester: StoredPerson,
): z.ZodType<string> {
  return referenceBelow(`${apiUrl}/people/`, (id) => {
    const person = state.person(id);
    return person !== undefined && mayFind(requester, person);
  });
}

/** A reference is an id, an address, or the object as a GET shows it. */
function referenceBelow(
  base: string,
  exists: (id: string) => boolean,
): z.ZodType<string> {
  return z
    .union([z.string(), z.object({ id: z.string() })])
    .transform((given) => (typeof given === "string" ? given : given.id))
    .transform((text) =>
      text.startsWith(base) ? text.slice(base.length) : text,
    )
    .refine(
      exists,
      "Invalid input: expected the id or address of an existing object",
    );
}
