import type { Api } from "./api.ts";
import { NotAllowedError } from "./errors.ts";
import { type Family, familyOf, type Update } from "./family.ts";
import {
  type NewPerson,
  type Person,
  personSchema,
  readOnlyFields,
  requiredFields,
} from "./person.ts";
import { requireNumber, requireText, requireWhole } from "./require.ts";

const item = "/people/{personID}";

/** How patiently a deletion is confirmed. */
export type Confirmation = {
  /** How often the person is looked up at most. */
  maxLooks: number;
  /** Between two looks. */
  pauseMs: number;
};

export type People = Family<Person, NewPerson> & {
  /**
   * Looks until the platform answers 404, for deletion may run on in the background and may be abandoned.
   * Resolves to false when the person is still there after the last look.
   */
  confirmRemoved(personID: string, patience: Confirmation): Promise<boolean>;
};

/**
 * The operations of `/people` (the API document, §4). An update leaves out what is read-only, and sends `status` only
 * when it changes, for each write of it publishes an activity entry. A person whose required fields are hidden from
 * this requester is not written back, for that would erase them: NotAllowedError. Optional ones that are hidden cannot
 * be told from absent ones; a platform that replaces the whole person would drop them, and an unchanged status as well. Removing a person removes all
 * content the person created.
 */
export function peopleOf(
  api: Api,
  sleepMs: (durationMs: number) => Promise<void>,
): People {
  const family = familyOf<Person, NewPerson>(api, item, personSchema, prepare);

  return {
    ...family,

    async create(person) {
      requireFields(person);
      requireText("svc.username", person.svc.username);
      requireText("svc.password", person.svc.password);
      return family.create(person);
    },

    async confirmRemoved(personID, { maxLooks, pauseMs }) {
      requireWhole("maxLooks", maxLooks, 1);
      requireNumber("pauseMs", pauseMs, 0);
      for (let look = 1; look <= maxLooks; look++) {
        if ((await family.find(personID)) === undefined) return true;
        if (look < maxLooks) await sleepMs(pauseMs);
      }
      return false;
    },
  };
}

function prepare(after: Person, before: Person): Update {
  for (const field of requiredFields)
    if (isEmpty(before[field]))
      throw new NotAllowedError(
        { method: "PUT", path: item },
        `"${field}" is hidden from this account and would be erased`,
      );
  requireFields(after);
  const body: Record<string, unknown> = { ...after };
  for (const field of readOnlyFields) delete body[field];
  const keepsStatus = after.status === before.status;
  if (keepsStatus) delete body["status"];
  return { body, idempotent: keepsStatus };
}

function requireFields(person: Partial<Person> | NewPerson): void {
  for (const field of requiredFields)
    if (isEmpty(person?.[field]))
      throw new TypeError(`a person must have ${field}`);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (Array.isArray(value) && value.length === 0)
  );
}
