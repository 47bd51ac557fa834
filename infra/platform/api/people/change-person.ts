import type { PlatformOptions } from "../../state/options.ts";
import {
  fullNameOf,
  svcDefaults,
  type PersonUpdate,
} from "../../state/person.ts";
import type { StoredPerson } from "../../state/platform-state.ts";

/**
 * The person after an update by `requester`. A list is replaced as a whole. Required fields that the update does not
 * give stay, and the option `update` decides about optional fields.
 */
export function changePerson(
  { update: mode, renames, nowMs }: PlatformOptions,
  requester: StoredPerson,
  person: StoredPerson,
  update: PersonUpdate,
): StoredPerson {
  const { id, administrator, publishedAtMs, hiddenFields } = person;
  const username =
    (renames ? update.svc?.username : undefined) ?? person.svc.username;
  const svc = writableSvc(requester, person, update.svc ?? {});
  const merges = mode === "merge" || update.svc === undefined;
  return {
    ...(mode === "merge" && person),
    ...update,
    emails: (renames ? update.emails : undefined) ?? person.emails,
    name: changedName(person, update),
    svc: { ...(merges ? person.svc : svcDefaults), ...svc, username },
    id,
    administrator,
    publishedAtMs,
    updatedAtMs: nowMs(),
    ...(hiddenFields && { hiddenFields }),
  };
}

/** Only an administrator writes `level`, `external` and `federated`: for other people they are read-only (§2.1). */
function writableSvc(
  requester: StoredPerson,
  { svc }: StoredPerson,
  given: NonNullable<PersonUpdate["svc"]>,
): NonNullable<PersonUpdate["svc"]> {
  if (requester.administrator) return given;
  const { level, external, federated } = svc;
  return { ...given, level, external, federated };
}

/**
 * A read shows `formatted` even when no request has set it. A client that sends it back with another family name
 * means the full name to change too, so it is not stored.
 */
function changedName(
  { name }: StoredPerson,
  update: PersonUpdate,
): StoredPerson["name"] {
  if (update.name === undefined) return name;
  const { formatted, ...names } = update.name;
  const isDerived = !name.formatted && formatted === fullNameOf(name);
  return isDerived ? names : update.name;
}
