import { undefinedIfNotFound } from "./errors.ts";
import type { Api } from "./api.ts";
import { parseResponse } from "./json-body.ts";
import { type Entity, entitySchema } from "./entity.ts";
import { isNotOffered, type Target } from "./resolve-endpoint.ts";
import type { Call } from "./transport.ts";

/** The blog of a person, if it exists (docs/interface.md, §2.3 and §4). */
export function blogsOf(api: Api) {
  return {
    /** Resolves to undefined when the person offers no `blog` resource, or the platform answers 404. */
    async find(target: Target): Promise<Entity | undefined> {
      if (isNotOffered(target, "blog")) return undefined;
      const template = "/people/{personID}/blog";
      const call: Call = {
        method: "GET",
        ...api.endpointOf(target, "blog", "GET", template),
        idempotent: true,
      };
      const response = await undefinedIfNotFound(api.send(call));
      return response && parseResponse(call, response, entitySchema);
    },
  };
}
