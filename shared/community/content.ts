import * as z from "zod/mini";
import { entitySchema } from "./entity.ts";
import { optionalField } from "./entity.ts";

const bodySchema = z.looseObject({
  /** e.g. `text/html` */
  type: optionalField(z.string()),
  text: optionalField(z.string()),
});

/** An Announcement, the only content type whose fields are documented (docs/interface.md, §2.2). */
export const announcementSchema = z.extend(entitySchema, {
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
export const contentSchema = z.extend(announcementSchema, {
  description: optionalField(z.string()),
  content: optionalField(z.union([z.string(), bodySchema])),
});
