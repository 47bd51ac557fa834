import * as z from "zod/mini";
import { pointerSchema } from "../json-pointer.ts";

/** The place of the record's id in a URL. */
const recordIdPlaceholder = "{employeeId}";

/**
 * An https URL in which `{employeeId}` stands for the id of the record, in the path or the query and never in the host.
 * The entry of the source, in the sources secret, names the hosts that may be asked. http on this machine is for the
 * local stack only, and no other deployment sends a request there.
 */
const urlTemplateSchema = z
  .string()
  .check(
    z.regex(
      /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:127\.0\.0\.1|localhost))(?::\d{1,5})?(?:[/?][^\s#]*)?$/,
      "must be an https URL with its host in lower case",
    ),
  );

/** The credentials are in the sources secret, and the request itself decides how it is sent. */
const ownHeaders =
  "authorization|connection|content-length|cookie|host|transfer-encoding";
const headerNameSchema = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(?!(?:${ownHeaders})$)[a-z][a-z0-9-]{0,63}$`),
      `must be the name of a header in lower case, and none of ${ownHeaders.replaceAll("|", ", ")}`,
    ),
  );
const headerValueSchema = z
  .string()
  .check(z.regex(/^[ -~]{0,1000}$/, "must be ASCII text"));

/** What a lookup says of the request for a record, and of its answer (decision 23). */
export const recordRequestFields = {
  request: z.strictObject({
    method: z._default(z.enum(["GET", "POST"]), "GET"),
    url: urlTemplateSchema,
    /** Sent as they are. They contain no secret, because the credentials are in the sources secret. */
    headers: z._default(z.record(headerNameSchema, headerValueSchema), {}),
    /** The JSON body of a POST. */
    body: z.optional(z.unknown()),
  }),
  /** The place of the record in the answer. @default the whole answer */
  record: z._default(pointerSchema, ""),
  /** The place of the record's id in the record. It must be the id that was asked for. */
  id: pointerSchema,
  /** Where the avatar of a hire is, the best size first. The first one that fits our limits counts. */
  avatar: z.optional(
    z.array(urlTemplateSchema).check(z.minLength(1), z.maxLength(6)),
  ),
};
const recordRequestSchema = z.object(recordRequestFields);
export type RecordRequest = z.infer<typeof recordRequestSchema>;

/** An id in a URL: no control character, no step in the path ("." and ".."), and no longer than our employee ids. */
const recordIdPattern = /^(?!\.{1,2}$)\P{Cc}{1,128}$/u;

/** The URL of a record: its template with the id, percent-encoded. Undefined if no URL can have this id. */
export function recordUrl(template: string, recordId: string): URL | undefined {
  if (!recordId.isWellFormed() || !recordIdPattern.test(recordId))
    return undefined;
  const encoded = encodeURIComponent(recordId);
  return new URL(template.replaceAll(recordIdPlaceholder, () => encoded));
}
