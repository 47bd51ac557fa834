import { lacks, unlessAbsent } from "./absence.ts";
import { type Api, readJson } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import type { Target } from "./resolve-endpoint.ts";
import type { Call } from "./transport.ts";

/** The blog of a person, if it exists (the API document, §2.3 and §4). */
export function blogsOf(api: Api) {
  return {
    /** Resolves to undefined when the person has no such resource, or the platform says 404. */
    async find(target: Target): Promise<Entity | undefined> {
      if (lacks(target, "blog")) return undefined;
      const template = "/people/{personID}/blog";
      const call: Call = {
        method: "GET",
        ...api.of(target, "blog", "GET", template),
        idempotent: true,
      };
      const answer = await unlessAbsent(api.send(call));
      return answer && readJson(call, answer, entitySchema);
    },
  };
}
