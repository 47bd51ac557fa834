import type { Api } from "./api.ts";
import { announcementSchema, contentSchema } from "./content.ts";
import { entitySchema } from "./entity.ts";
import { familyOf } from "./family.ts";
import type { People } from "./people.ts";

/**
 * The top-level endpoints by name (docs/interface.md, §1): `family("places").list({ type: "group" })`. Only people and
 * announcements have documented creation fields. For the other families, the given fields are sent unchanged.
 */
export function familiesOf(api: Api, people: People) {
  const families = {
    people,
    contents: familyOf(api, "/contents/{id}", contentSchema),
    announcements: familyOf(api, "/announcements/{id}", announcementSchema),
    places: familyOf(api, "/places/{id}", entitySchema),
    members: familyOf(api, "/members/{id}", entitySchema),
    activities: familyOf(api, "/activities/{id}", entitySchema),
    "actions/dms": familyOf(api, "/actions/dms/{id}", entitySchema),
    inbox: familyOf(api, "/inbox/{id}", entitySchema),
  };

  /** @throws TypeError when there is no such family */
  return function family<N extends keyof typeof families>(
    name: N,
  ): (typeof families)[N] {
    if (Object.hasOwn(families, name)) return families[name];
    throw new TypeError(
      `family must be one of ${Object.keys(families).join(", ")}`,
    );
  };
}
