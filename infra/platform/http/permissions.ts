import type { StoredPerson } from "../state/platform-state.ts";
import type { Verb } from "./resources.ts";

// The interface shows no permissions. These follow its resources of a person (docs/interface.md, §2.3).

export function isSelf(requester: StoredPerson, person: StoredPerson): boolean {
  return requester.id === person.id;
}

export function isSelfOrAdministrator(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return requester.administrator || isSelf(requester, person);
}

/** An administrator deletes other people only, so the platform never loses its last administrator. */
export function mayDelete(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return requester.administrator && !isSelf(requester, person);
}

/** The verbs that a requester may use on a person (docs/interface.md, §2.3, `self`). */
export function personVerbs(
  requester: StoredPerson,
  person: StoredPerson,
): Verb[] {
  return [
    "GET",
    ...(isSelfOrAdministrator(requester, person) ? (["PUT"] as const) : []),
    ...(mayDelete(requester, person) ? (["DELETE"] as const) : []),
  ];
}

/** Every person reads an item. Its author and administrators also change and delete it. */
export function authorVerbs(
  requester: StoredPerson,
  { authorID }: { authorID: string },
): Verb[] {
  return requester.administrator || requester.id === authorID
    ? ["GET", "PUT", "DELETE"]
    : ["GET"];
}
