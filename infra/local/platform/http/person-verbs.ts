import { isSelf, isSelfOrAdministrator, type Verb } from "./resources.ts";
import type { StoredPerson } from "../state/platform-state.ts";

/** What a requester may do with a person (the API document, §2.3, self). */
export function selfVerbs(
  requester: StoredPerson,
  person: StoredPerson,
): Verb[] {
  return [
    "GET",
    ...(isSelfOrAdministrator(requester, person) ? (["PUT"] as const) : []),
    ...(mayDelete(requester, person) ? (["DELETE"] as const) : []),
  ];
}

/** Nobody deletes itself, so the platform never loses its administrator. */
export function mayDelete(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return requester.administrator && !isSelf(requester, person);
}
