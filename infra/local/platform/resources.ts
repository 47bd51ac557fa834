import type { StoredPerson } from "./store.ts";

export type Verb = "GET" | "POST" | "PUT" | "DELETE";

/** The `resources` of an object (the API document, §2.3). */
export type Resources = Record<string, { ref: string; allowed: Verb[] }>;

/** One resource that persons have. */
export type PersonResource = {
  name: string;
  /** Added to the person's own address; "" is the person itself. */
  path: string;
  /** None: the resource is left out for this requester. */
  allowed: (requester: StoredPerson, person: StoredPerson) => Verb[];
};

/** The resources of an object that can only be read. */
export function readOnlySelf(ref: string): Resources {
  return { self: { ref, allowed: ["GET"] } };
}

export function isSelf(requester: StoredPerson, person: StoredPerson): boolean {
  return requester.id === person.id;
}

export function isSelfOrAdministrator(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return requester.administrator || isSelf(requester, person);
}
