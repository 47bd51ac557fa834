import type { HiddenField, StoredPerson } from "../state/platform-state.ts";
import type { PlatformContext } from "./context.ts";
import { isSelfOrAdministrator } from "./permissions.ts";

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
