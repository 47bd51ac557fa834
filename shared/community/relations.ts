import { unlessAbsent } from "./absence.ts";
import { type Api, readJson } from "./api.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { type List, listItems } from "./pages.ts";
import { type Person, personSchema } from "./person.ts";
import type { Call } from "./transport.ts";

/**
 * People around a person (the API document, §2.3 and §4). All but {@link following} need an instance with
 * organization-chart relationships; a person of another instance offers no such resource, which is a NotAllowedError.
 */
export function relationsOf(api: Api) {
  const listOf =
    (resource: string) =>
    (target: Target, query?: ListQuery): List<Person> => {
      const template = `/people/{personID}/@${resource}`;
      const endpoint = () => api.of(target, resource, "GET", template);
      return listItems(api, endpoint, personSchema, query);
    };

  return {
    /** The people whose manager the person is. */
    reports: listOf("reports"),
    colleagues: listOf("colleagues"),
    /** The people who follow the person. */
    followers: listOf("followers"),
    /** The people whom the person follows. */
    following: listOf("following"),

    /** Resolves to undefined when the platform says 404: there is no manager, or no such person. */
    async manager(target: Target): Promise<Person | undefined> {
      const template = "/people/{personID}/@manager";
      const call: Call = {
        method: "GET",
        ...api.of(target, "manager", "GET", template),
        idempotent: true,
      };
      const answer = await unlessAbsent(api.send(call));
      return answer && readJson(call, answer, personSchema);
    },
  };
}
