import type { Api } from "./api.ts";
import { jsonBody, parseResponse } from "./json-body.ts";
import { type Entity, entitySchema } from "./entity.ts";
import { NotAllowedError, undefinedIfNotFound } from "./errors.ts";
import type { Fields } from "./family.ts";
import type { ListQuery } from "./list-query.ts";
import type { LinkedObject } from "./resolve-endpoint.ts";
import { multipartFile, type UploadFile } from "./multipart.ts";
import { type List, listItems } from "./pages.ts";
import type { Call } from "./transport.ts";

/**
 * The operations on any resource that an object offers in its `resources` (docs/interface.md, §2.3): likes, messages,
 * attachments, ... Each operation uses the ref as its URL. It throws {@link NotAllowedError} without sending anything
 * when the `allowed` of the resource does not name its method. The path in errors and hooks is `/{object}/<resource>`.
 */
export function relatedOf(api: Api) {
  return function related(
    object: Pick<LinkedObject, "resources">,
    resource: string,
  ) {
    const endpointFor = (method: Call["method"]) =>
      api.endpointByRef(object, resource, method);

    async function post(
      content: Pick<Call, "headers" | "body">,
    ): Promise<Entity | undefined> {
      const endpoint = endpointFor("POST");
      const call: Call = {
        method: "POST",
        ...endpoint,
        ...content,
        idempotent: false,
      };
      const response = await api.send(call);
      if (response.body.length === 0) return undefined;
      return parseResponse(call, response, entitySchema);
    }

    return {
      /**
       * The URL of the resource for a browser, e.g. of `html`. It may be on another origin.
       *
       * @throws NotAllowedError when the ref is not an http or https URL
       */
      url(): URL {
        const { url, path } = endpointFor("GET");
        if (/^https?:$/.test(url.protocol)) return url;
        throw new NotAllowedError(
          { method: "GET", path },
          "it is not an http or https URL",
        );
      },

      async get(): Promise<Entity> {
        return api.ask({ method: "GET", ...endpointFor("GET") }, entitySchema);
      },

      list: (query?: ListQuery): List<Entity> =>
        listItems(api, () => endpointFor("GET"), entitySchema, query),

      /**
       * The created object. Undefined when the response has no body.
       *
       * @throws UnknownOutcomeError when the request may or may not have taken effect
       */
      post: async (fields?: Fields): Promise<Entity | undefined> =>
        post(fields === undefined ? {} : jsonBody(fields)),

      /** Like `post`, with a file. We assume that uploads are multipart forms (docs/interface.md, §2.3). */
      upload: async (file: UploadFile): Promise<Entity | undefined> =>
        post(multipartFile(file)),

      /** Does nothing when the object does not exist. */
      async remove(): Promise<void> {
        const call: Call = {
          method: "DELETE",
          ...endpointFor("DELETE"),
          idempotent: true,
        };
        await undefinedIfNotFound(api.send(call));
      },
    };
  };
}
