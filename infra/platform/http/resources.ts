import type { StoredPerson } from "../state/platform-state.ts";

export type Verb = "GET" | "POST" | "PUT" | "DELETE";

/** The `resources` of an object (docs/interface.md, §2.3). */
export type Resources = Record<string, { ref: string; allowed: Verb[] }>;

/** One resource of a person. */
export type PersonResource = {
  name: string;
  /** Template below /api/core/v3, such as "/people/{personID}/tasks". */
  path: string;
  /** The verbs for this requester. With an empty list, the person does not offer the resource. */
  allowed: (requester: StoredPerson, person: StoredPerson) => Verb[];
};

/** Puts the id of a person into a path template. */
export function fillPath(path: string, personID: string): string {
  return path.replace("{personID}", personID);
}

/** The resources of an object that no request can change. */
export function readOnlySelf(ref: string): Resources {
  return { self: { ref, allowed: ["GET"] } };
}
