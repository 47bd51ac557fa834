import type { StoredPerson } from "../state/platform-state.ts";

export type Verb = "GET" | "POST" | "PUT" | "DELETE";

/** The `resources` of an object (the API document, §2.3). */
export type Resources = Record<string, { ref: string; allowed: Verb[] }>;

/** One resource that persons have. */
export type PersonResource = {
  name: string;
  /** Below /api/core/v3, as the API document writes it: "/people/{personID}/tasks". */
  path: string;
  /** None: the resource is left out for this requester. */
  allowed: (requester: StoredPerson, person: StoredPerson) => Verb[];
};

/** `path` with the id of the person in its place. */
export function fillPath(path: string, personID: string): string {
  return path.replace("{personID}", personID);
}

/** The resources of an object that can only be read. */
export function readOnlySelf(ref: string): Resources {
  return { self: { ref, allowed: ["GET"] } };
}

/** Anyone reads; who made it, and administrators, change and delete. */
export function authorVerbs(
  requester: StoredPerson,
  { authorID }: { authorID: string },
): Verb[] {
  return requester.administrator || requester.id === authorID
    ? ["GET", "PUT", "DELETE"]
    : ["GET"];
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
