import { type Api, json, readJson } from "./api.ts";
import { ApiError, NotAllowedError } from "./errors.ts";
import type { Target } from "./locate.ts";
import { listItems, type ListQuery } from "./pages.ts";
import {
  type NewPerson,
  type Person,
  personSchema,
  readOnlyFields,
  requiredFields,
} from "./person.ts";
import type { Call } from "./transport.ts";

const item = "/people/{personID}";

/** How patiently a deletion is confirmed. */
export type Confirmation = {
  /** How often the person is looked up at most. */
  maxLooks: number;
  /** Between two looks. */
  pauseMs: number;
};

/** The operations of `/people` (the API document, §4). */
export function peopleOf(
  api: Api,
  sleepMs: (durationMs: number) => Promise<void>,
) {
  /** @throws ApiError with status 404 when there is no such person */
  async function get(target: Target): Promise<Person> {
    const call = read(api.of(target, "self", "GET", item));
    return readJson(call, await api.send(call), personSchema);
  }

  /** Resolves to undefined when the platform says 404; every other failure throws, for it is no proof of absence. */
  async function find(target: Target): Promise<Person | undefined> {
    try {
      return await get(target);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  return {
    get,
    find,

    /**
     * Not idempotent: sent at most once, unless an attempt provably had no effect.
     *
     * @throws UnknownOutcomeError when the person may or may not have been created
     * @throws ApiShapeError when the person was created but the answer cannot be read
     */
    async create(person: NewPerson): Promise<Person> {
      const call: Call = {
        method: "POST",
        ...api.at("/people"),
        ...json(person),
        repeatable: false,
      };
      return readJson(call, await api.send(call), personSchema);
    },

    /** Pages through the people that the requester may see. */
    list(query: ListQuery = {}): AsyncGenerator<Person, void> {
      return listItems(api, api.at("/people"), personSchema, query);
    },

    /**
     * Read-modify-write, because the required fields must be given on update too: GET, `change`, PUT. Returning
     * undefined from `change` writes nothing. Unknown fields survive; `status` is sent only when it changes, for each
     * write of it publishes an activity entry.
     *
     * @throws NotAllowedError when the read lacks a required field (hidden from this requester): writing it back
     *   would erase it
     * @throws UnknownOutcomeError when a changed status may or may not have been published
     */
    async update(
      target: Target,
      change: (person: Person) => Person | undefined,
    ): Promise<Person> {
      const before = await get(target);
      const after = change(before);
      if (after === undefined) return before;
      for (const field of requiredFields)
        if (isHidden(before[field]))
          throw new NotAllowedError(
            { method: "PUT", path: item },
            `"${field}" is hidden from this account and would be erased`,
          );
      const call: Call = {
        method: "PUT",
        ...api.of(before, "self", "PUT", item),
        ...json(writable(after, before)),
        repeatable: after.status === before.status,
      };
      return readJson(call, await api.send(call), personSchema);
    },

    /** Removes the person and all content the person created. A person who is gone already is no error. */
    async remove(target: Target): Promise<void> {
      try {
        await api.send({
          method: "DELETE",
          ...api.of(target, "self", "DELETE", item),
          repeatable: true,
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return;
        throw error;
      }
    },

    /**
     * Looks until the platform answers 404, for deletion may run on in the background and may be abandoned.
     * Resolves to false when the person is still there after the last look.
     */
    async confirmRemoved(
      personID: string,
      { maxLooks, pauseMs }: Confirmation,
    ): Promise<boolean> {
      for (let look = 1; look <= maxLooks; look++) {
        if ((await find(personID)) === undefined) return true;
        if (look < maxLooks) await sleepMs(pauseMs);
      }
      return false;
    },
  };
}

function read(place: Pick<Call, "url" | "path">): Call {
  return { method: "GET", ...place, repeatable: true };
}

function isHidden(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function writable(after: Person, before: Person): Record<string, unknown> {
  const kept: Record<string, unknown> = { ...after };
  for (const field of readOnlyFields) delete kept[field];
  if (after.status === before.status) delete kept["status"];
  return kept;
}
