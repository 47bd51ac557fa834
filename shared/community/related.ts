import { unlessAbsent } from "./absence.ts";
import { type Api, json, readJson } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import { NotAllowedError } from "./errors.ts";
import type { Fields } from "./family.ts";
import type { ListQuery } from "./list-query.ts";
import type { Linked } from "./resolve-endpoint.ts";
import { multipartFile, type UploadFile } from "./multipart.ts";
import { type List, listItems } from "./pages.ts";
import type { Call } from "./transport.ts";

/**
 * Anything an object offers in its `resources` (the API document, §2.3): likes, messages, attachments, ... The ref
 * leads and `allowed` is obeyed, so each of these throws {@link NotAllowedError} before it sends what may not be done.
 * Errors and hooks know such a call as `/{object}/<resource>`.
 */
export function relatedOf(api: Api) {
  return function related(object: Pick<Linked, "resources">, resource: string) {
    const at = (method: Call["method"]) => api.ref(object, resource, method);

    async function post(
      content: Pick<Call, "headers" | "body">,
    ): Promise<Entity | undefined> {
      const endpoint = at("POST");
      const call: Call = {
        method: "POST",
        ...endpoint,
        ...content,
        idempotent: false,
      };
      const answer = await api.send(call);
      if (answer.body.length === 0) return undefined;
      return readJson(call, answer, entitySchema);
    }

    return {
      /**
       * Where it is, for a browser to open: the `html` resource. May be on another origin.
       *
       * @throws NotAllowedError when it is no web address
       */
      url(): URL {
        const { url, path } = at("GET");
        if (/^https?:$/.test(url.protocol)) return url;
        throw new NotAllowedError(
          { method: "GET", path },
          "it is no web address",
        );
      },

      async get(): Promise<Entity> {
        const call: Call = { method: "GET", ...at("GET"), idempotent: true };
        return readJson(call, await api.send(call), entitySchema);
      },

      list: (query?: ListQuery): List<Entity> =>
        listItems(api, () => at("GET"), entitySchema, query),

      /**
       * Resolves to what was made, or to undefined when the answer has no body.
       *
       * @throws UnknownOutcomeError when it may or may not have taken effect
       */
      post: async (fields?: Fields): Promise<Entity | undefined> =>
        post(fields === undefined ? {} : json(fields)),

      /** The same with a file, as a multipart form. How attachments are sent is not documented. */
      upload: async (file: UploadFile): Promise<Entity | undefined> =>
        post(multipartFile(file)),

      /** What is gone already is no error. */
      async remove(): Promise<void> {
        // Whatever the answer says: its status has said it.
        const call: Call = {
          method: "DELETE",
          ...at("DELETE"),
          idempotent: true,
        };
        await unlessAbsent(api.send(call));
      },
    };
  };
}
