import type { Api } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";

/** The places a person belongs to, with the membership state; since 3.1 (the API document, §2.3 and §4). */
export function membersOf(api: Api) {
  return {
    list(target: Target, query?: ListQuery): List<Entity> {
      const template = "/members/people/{personID}";
      const endpoint = () => api.of(target, "members", "GET", template);
      return listItems(api, endpoint, entitySchema, query);
    },
  };
}
