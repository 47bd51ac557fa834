import type * as z from "zod/mini";
import { unlessAbsent } from "./absence.ts";
import { type Api, json, readJson } from "./api.ts";
import type { Entity } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";
import type { Call } from "./transport.ts";

/** Fields of an object, as JSON has them. */
export type Fields = { readonly [field: string]: unknown };

/** The operations of a top-level endpoint: the collection on `/<family>`, items on `/<family>/{id}` (§1). */
export type Family<T, New = Fields> = {
  /** Pages through what the requester may see. */
  list(query?: ListQuery): List<T>;

  /** @throws ApiError with status 404 when there is no such item */
  get(target: Target): Promise<T>;

  /** Resolves to undefined when the platform says 404; every other failure throws, for it is no proof of absence. */
  find(target: Target): Promise<T | undefined>;

  /**
   * Not idempotent: sent at most once, unless an attempt provably had no effect.
   *
   * @throws UnknownOutcomeError when the item may or may not have been created
   * @throws ApiShapeError when the item was created but the answer cannot be read
   */
  create(item: New): Promise<T>;

  /**
   * Read-modify-write, because the required fields must be given on update too: GET, `change`, PUT. `change` gets a
   * copy of its own; what it returns is written with every unknown field, and undefined writes nothing.
   *
   * @throws NotAllowedError when the platform does not let this requester write the item
   * @throws UnknownOutcomeError when it may or may not have been written, and writing again would do more
   */
  update(
    target: Target,
    change: (item: T) => T | undefined | Promise<T | undefined>,
  ): Promise<T>;

  /** An item that is gone already is no error. */
  remove(target: Target): Promise<void>;
};

/** What a PUT says, and whether saying it twice is as good as once. */
export type Update = { body: Fields; idempotent: boolean };

/**
 * @param item - template of one item, e.g. `/places/{id}`
 * @param prepare - what to write of an item after its change
 */
export function familyOf<T extends Entity, New extends object = Fields>(
  api: Api,
  item: `/${string}/{${string}}`,
  schema: z.ZodMiniType<T>,
  prepare: (after: T, before: T) => Update = allButResources,
): Family<T, New> {
  const collection = item.replace(/\/\{\w+\}$/, "");

  async function get(target: Target): Promise<T> {
    const endpoint = api.of(target, "self", "GET", item);
    const call: Call = { method: "GET", ...endpoint, idempotent: true };
    return readJson(call, await api.send(call), schema);
  }

  return {
    get,
    find: (target) => unlessAbsent(get(target)),

    list: (query) => listItems(api, () => api.at(collection), schema, query),

    async create(newItem) {
      const call: Call = {
        method: "POST",
        ...api.at(collection),
        ...json(newItem),
        idempotent: false,
      };
      return readJson(call, await api.send(call), schema);
    },

    async update(target, change) {
      const before = await get(target);
      const after = await change(structuredClone(before));
      if (after === undefined) return before;
      const { body, idempotent } = prepare(after, before);
      const call: Call = {
        method: "PUT",
        ...api.of(before, "self", "PUT", item),
        ...json(body),
        idempotent,
      };
      return readJson(call, await api.send(call), schema);
    },

    async remove(target) {
      const endpoint = api.of(target, "self", "DELETE", item);
      await unlessAbsent(
        api.send({ method: "DELETE", ...endpoint, idempotent: true }),
      );
    },
  };
}

/** `resources` are the platform's to say. What else is read-only is documented for a Person alone, and is ignored. */
function allButResources({ resources, ...body }: Entity): Update {
  return { body, idempotent: true };
}
