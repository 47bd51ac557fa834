import { createHash } from "node:crypto";
import type { NewPerson } from "../community/person.ts";
import { fullNameOf } from "./full-name.ts";
import type { PersonPatch } from "./person-data.ts";
import { personFields, type PersonParts } from "./person-fields.ts";

/** What a hire says of its person. */
type HiredPerson = PersonPatch & {
  employeeId: string;
  name: { givenName: string; familyName: string };
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
  const digest = createHash("sha256").update(`username:${employeeId}`);
  return `u${digest.digest("hex").slice(0, 12)}`;
}

/** The person that a hire asks for, with every field that a person may have at creation (docs/interface.md, §2.1). */
export function toNewPerson(hire: HiredPerson, password: string): NewPerson {
  const { givenName, familyName, formatted } = hire.name;
  const username = usernameOf(hire);
  const named: PersonPatch = {
    ...hire,
    username,
    name: {
      givenName,
      familyName,
      formatted: formatted ?? fullNameOf({ givenName, familyName }),
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
    svc: { ...svc, username, password, enabled: true, visible: true },
    ...others,
  };
}
