import { hash } from "node:crypto";
import type * as z from "zod/mini";
import type { NewPerson } from "../community/person.ts";
import { fullNameOf, type NameOrder, noName } from "./full-name.ts";
import type { personData } from "./person-data.ts";
import type { PersonPatch } from "./person-patch.ts";
import { personFields, type PersonParts } from "./person-fields.ts";

/** What a hire says of its person. */
type HiredPerson = Omit<PersonPatch, "name"> & {
  employeeId: string;
  name: z.infer<typeof personData.name>;
};

/**
 * The username of a hire. A hire without one gets a username that is derived from the employee id, so that creating the
 * same person twice is a conflict and not a second person.
 */
export function usernameOf({
  username,
  employeeId,
}: Pick<HiredPerson, "username" | "employeeId">): string {
  return username ?? deriveUsername(employeeId);
}

/** `u` and twelve characters that depend on the employee id alone. */
export function deriveUsername(employeeId: string): string {
  return `u${hash("sha256", `username:${employeeId}`).slice(0, 12)}`;
}

/**
 * The person that a hire asks for, with every field that a person may have at creation (docs/interface.md, §2.1). The
 * platform requires both names, so a name that the person does not have is `-` there.
 */
export function toNewPerson(
  hire: HiredPerson,
  password: string,
  nameOrder: NameOrder,
  isEnabled = true,
): NewPerson {
  const { givenName, familyName, formatted } = hire.name;
  const username = usernameOf(hire);
  const named: PersonPatch = {
    ...hire,
    username,
    name: {
      givenName: givenName ?? noName,
      familyName: familyName ?? noName,
      formatted: formatted ?? fullNameOf(hire.name, nameOrder),
    },
  };
  const {
    name = {},
    emails = [],
    svc,
    ...others
  } = personFields.reduce(
    (person: PersonParts, { apply }) => ({
      ...person,
      ...apply(named, person),
    }),
    { svc: { profile: [] } },
  );
  return {
    name,
    emails,
    svc: { ...svc, username, password, enabled: isEnabled, visible: isEnabled },
    ...others,
  };
}
