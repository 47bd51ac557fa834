import type { HiddenField, StoredPerson } from "../state/platform-state.ts";
import type { PlatformContext } from "./context.ts";

// The interface shows no permissions. These follow its resources of a person (docs/interface.md, §2.3).

export type Verb = "GET" | "POST" | "PUT" | "DELETE";

/** The `resources` of an object (docs/interface.md, §2.3). */
export type Resources = Record<string, { ref: string; allowed: Verb[] }>;

/** The resources of an object that no request can change. */
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

/** Whether the requester can find the person. Only itself and administrators find a person that is not visible. */
export function mayFind(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return person.svc.visible || isSelfOrAdministrator(requester, person);
}

/** Whether the requester sees a field that privacy settings may hide (docs/interface.md, §2.1). */
export function maySee(
  { options }: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
  field: HiddenField,
): boolean {
  const hidden = person.hiddenFields ?? options.hiddenFields;
  return isSelfOrAdministrator(requester, person) || !hidden.includes(field);
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
