import * as z from "zod/mini";
import { entitySchema } from "./entity.ts";
import { maybe } from "./maybe.ts";

const bodySchema = z.looseObject({
  /** e.g. `text/html` */
  type: maybe(z.string()),
  text: maybe(z.string()),
});

/** An Announcement, the one content type whose fields are documented (the API document, §2.2). */
export const announcementSchema = z.extend(entitySchema, {
  subject: maybe(z.string()),
  content: maybe(bodySchema),
  /** As `parseDate` reads it. */
  publishDate: maybe(z.string()),
});

/**
 * A content of any type: announcement, discussion, document, poll, post (the API document, §1), or one that the document
 * does not name. Of those but Announcement it tells only where `search` looks: subject, description, and a `content`
 * that is either text or has text (§4). So one shape serves all; `type` tells which it is.
 */
export const contentSchema = z.extend(announcementSchema, {
  description: maybe(z.string()),
  content: maybe(z.union([z.string(), bodySchema])),
});
