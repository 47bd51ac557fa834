import * as z from "zod/mini";
import type { Api } from "./api.ts";
import { entitySchema, optionalField } from "./entity.ts";
import { familyOf } from "./family.ts";
import type { People } from "./people.ts";

const bodySchema = z.looseObject({
  /** e.g. `text/html` */
  type: optionalField(z.string()),
  text: optionalField(z.string()),
});

/** An Announcement, the only content type whose fields are documented (docs/interface.md, §2.2). */
const announcementSchema = z.extend(entitySchema, {
  subject: optionalField(z.string()),
  content: optionalField(bodySchema),
  /** A date in the format of `parseDate`. */
  publishDate: optionalField(z.string()),
});

/**
 * A content of any type: announcement, discussion, document, poll, post (docs/interface.md, §1), or an undocumented
 * type. For types other than Announcement, only the fields that `search` reads are documented: subject, description,
 * and a `content` that is text or contains text (docs/interface.md, §4). One schema therefore fits all types; `type`
 * distinguishes them.
 */
const contentSchema = z.extend(announcementSchema, {
  description: optionalField(z.string()),
  content: optionalField(z.union([z.string(), bodySchema])),
});

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
