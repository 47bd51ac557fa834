import type { Api } from "./api.ts";
import { type Entity, entitySchema } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";

/** The activity stream of a person, where the platform publishes status changes (docs/interface.md, §3 and §4). */
export function activitiesOf(api: Api) {
  return {
    list(target: Target, query?: ListQuery): List<Entity> {
      const template = "/people/{personID}/activities";
      const endpoint = () =>
        api.endpointOf(target, "activity", "GET", template);
      return listItems(api, endpoint, entitySchema, query);
    },
  };
}
