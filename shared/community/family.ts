import type * as z from "zod/mini";
import { undefinedIfNotFound } from "./errors.ts";
import type { Api } from "./api.ts";
import { jsonBody } from "./json-body.ts";
import type { Entity } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";

/** The fields of a JSON object. */
export type Fields = { readonly [field: string]: unknown };

/** The operations on a collection, `/<family>`, and on its items, `/<family>/{id}` (docs/interface.md, §1). */
export type Family<T, New = Fields> = {
  /** Lists the items that the requester may see, over all pages. */
  list(query?: ListQuery): List<T>;

  /** @throws ApiError with status 404 when there is no such item */
  get(target: Target): Promise<T>;

  /** Undefined for a 404 of the platform (see `api.ts`). Any other failure is thrown: it does not prove absence. */
  find(target: Target): Promise<T | undefined>;

  /**
   * Not idempotent: the request is repeated only after an attempt that provably had no effect.
   *
   * @throws UnknownOutcomeError when the item may or may not have been created
   * @throws ApiShapeError when the item was created but the response cannot be read
   */
  create(item: New): Promise<T>;

  /**
   * Reads the item, calls `change` with a copy of it, and writes the result with every unknown field. An update must
   * have the required fields, so the whole item is written. When `change` returns undefined, nothing is written.
   *
   * @throws NotAllowedError when the platform does not let this requester write the item
   * @throws UnknownOutcomeError when the item may or may not have been written, and the write is not idempotent
   */
  update(
    target: Target,
    change: (item: T) => T | undefined | Promise<T | undefined>,
    options?: {
      /**
       * Called for each request of the write that got no answer. The request may take effect after the update has ended,
       * and undo a later update.
       */
      onUnanswered?: () => void;
    },
  ): Promise<T>;

  /** Does nothing when the item does not exist. */
  remove(target: Target): Promise<void>;
};

/** The body of a PUT request, and whether the request is idempotent. */
export type PutRequest = { body: Fields; idempotent: boolean };

/**
 * @param item - template of one item, e.g. `/places/{id}`
 * @param prepare - builds the PUT request from the changed item and the item that was read
 */
export function familyOf<T extends Entity, New extends object = Fields>(
  api: Api,
  item: `/${string}/{${string}}`,
  schema: z.ZodMiniType<T>,
  prepare: (after: T, before: T) => PutRequest = omitResources,
): Family<T, New> {
  const collection = item.replace(/\/\{\w+\}$/, "");

  async function get(target: Target): Promise<T> {
    const endpoint = api.endpointOf(target, "self", "GET", item);
    return api.ask({ method: "GET", ...endpoint }, schema);
  }

  return {
    get,
    find: (target) => undefinedIfNotFound(get(target)),

    list: (query) =>
      listItems(api, () => api.endpoint(collection), schema, query),

    async create(newItem) {
      const endpoint = api.endpoint(collection);
      return api.ask(
        { method: "POST", ...endpoint, ...jsonBody(newItem) },
        schema,
      );
    },

    async update(target, change, { onUnanswered } = {}) {
      const before = await get(target);
      const after = await change(structuredClone(before));
      if (after === undefined) return before;
      const { body, idempotent } = prepare(after, before);
      const endpoint = api.endpointOf(before, "self", "PUT", item);
      const content = jsonBody(body);
      return api.ask(
        { method: "PUT", ...endpoint, ...content, idempotent, onUnanswered },
        schema,
      );
    },

    async remove(target) {
      const endpoint = api.endpointOf(target, "self", "DELETE", item);
      await undefinedIfNotFound(
        api.send({ method: "DELETE", ...endpoint, idempotent: true }),
      );
    },
  };
}

/** Other read-only fields than the links are documented only for a Person, and the platform ignores them. */
function omitResources({ resources, ...body }: Entity): PutRequest {
  return { body, idempotent: true };
}
