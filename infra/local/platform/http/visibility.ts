import type { PlatformContext } from "./context.ts";
import { isSelfOrAdministrator } from "./resources.ts";
import type { HiddenField, StoredPerson } from "../state/platform-state.ts";

/** Whether the person is there for this requester; one that is not visible is so only for itself and administrators. */
export function mayFind(
  requester: StoredPerson,
  person: StoredPerson,
): boolean {
  return person.svc.visible || isSelfOrAdministrator(requester, person);
}

/** Whether the requester sees a field that privacy settings may hide (the API document, §2.1). */
export function maySee(
  { options }: PlatformContext,
  requester: StoredPerson,
  person: StoredPerson,
  field: HiddenField,
): boolean {
  const hidden = person.hiddenFields ?? options.hiddenFields;
  return isSelfOrAdministrator(requester, person) || !hidden.includes(field);
}
