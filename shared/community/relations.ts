import { undefinedIfNotFound } from "./errors.ts";
import type { Api } from "./api.ts";
import { parseResponse } from "./json-body.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";
import { type Person, personSchema } from "./person.ts";
import type { Call } from "./transport.ts";

/**
 * People related to a person (docs/interface.md, §2.3 and §4). All but {@link following} need an instance with
 * organization-chart relationships. On another instance a person does not offer these resources, and the operations
 * throw NotAllowedError.
 */
export function relationsOf(api: Api) {
  const listOf =
    (resource: string) =>
    (target: Target, query?: ListQuery): List<Person> => {
      const template = `/people/{personID}/@${resource}`;
      const endpoint = () => api.endpointOf(target, resource, "GET", template);
      return listItems(api, endpoint, personSchema, query);
    };

  return {
    /** The direct reports of the person. */
    reports: listOf("reports"),
    colleagues: listOf("colleagues"),
    /** The people who follow the person. */
    followers: listOf("followers"),
    /** The people that the person follows. */
    following: listOf("following"),

    /** Resolves to undefined when the platform answers 404: the person has no manager, or does not exist. */
    async manager(target: Target): Promise<Person | undefined> {
      const template = "/people/{personID}/@manager";
      const call: Call = {
        method: "GET",
        ...api.endpointOf(target, "manager", "GET", template),
        idempotent: true,
      };
      const response = await undefinedIfNotFound(api.send(call));
      return response && parseResponse(call, response, personSchema);
    },
  };
}
