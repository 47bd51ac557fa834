import type { Api } from "./api.ts";
import { NotAllowedError } from "./errors.ts";
import { type Family, familyOf, type PutRequest } from "./family.ts";
import {
  type NewPerson,
  type Person,
  personSchema,
  readOnlyFields,
  requiredFields,
} from "./person.ts";
import {
  requireNumber,
  requireText,
  requireInteger,
} from "./require-parameter.ts";

const item = "/people/{personID}";

/** The limits for confirming a deletion. */
export type ConfirmationOptions = {
  /** The most requests that look for the person, from 1. */
  maxReads: number;
  /** The pause between two requests. */
  pauseMs: number;
};

export type People = Family<Person, NewPerson> & {
  /**
   * Reads the person until the platform answers 404, because a deletion may continue in the background and may be
   * abandoned there. False if the person still exists at the last read.
   */
  confirmRemoved(
    personID: string,
    options: ConfirmationOptions,
  ): Promise<boolean>;
};

/**
 * The operations of `/people` (docs/interface.md, §4). An update leaves out the read-only fields. It sends `status`
 * only when the status changes, because each write of it publishes an activity entry. When a required field is hidden
 * from this requester, the update throws NotAllowedError, because writing the person back would erase the field. A
 * hidden optional field looks like an absent one: a platform that replaces the whole person on PUT would drop it, and
 * would also drop an unchanged status. Removing a person also removes all content that the person created.
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

    async confirmRemoved(personID, { maxReads, pauseMs }) {
      requireInteger("maxReads", maxReads, 1);
      requireNumber("pauseMs", pauseMs, 0);
      for (let read = 1; read <= maxReads; read++) {
        if ((await family.find(personID)) === undefined) return true;
        if (read < maxReads) await sleepMs(pauseMs);
      }
      return false;
    },
  };
}

function prepare(after: Person, before: Person): PutRequest {
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
