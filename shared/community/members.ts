import type { Api } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";

/** The places of a person, with the state of each membership; since 3.1 (docs/interface.md, §2.3 and §4). */
export function membersOf(api: Api) {
  return {
    list(target: Target, query?: ListQuery): List<Entity> {
      const template = "/members/people/{personID}";
      const endpoint = () => api.endpointOf(target, "members", "GET", template);
      return listItems(api, endpoint, entitySchema, query);
    },
  };
}
