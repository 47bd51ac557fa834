import * as z from "zod/mini";
import { recordMapSchema } from "./field-map/field-map.ts";
import { pointerSchema } from "./field-map/json-pointer.ts";

/** The place of the record's id in a URL. */
export const recordIdPlaceholder = "{employeeId}";

/**
 * An https URL in which `{employeeId}` stands for the id of the record. It stands in the path or the query, never in
 * the host. The entry of the source, in the sources secret, names the hosts that may be asked.
 */
const urlTemplateSchema = z
  .string()
  .check(
    z.regex(
      /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?][^\s#]*)?$/,
      "must be an https URL with its host in lower case",
    ),
  );

const headerNameSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, "must be in lower case"));

/** How the record of a thin event is read back, and what it means (decision 23). */
export const lookupSchema = z.strictObject({
  /** The entry of the sources secret with the hosts and the credentials. */
  source: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  request: z.strictObject({
    method: z._default(z.enum(["GET", "POST"]), "GET"),
    url: urlTemplateSchema,
    /** Sent as they are. They hold no secret, because the credentials are in the sources secret. */
    headers: z._default(z.record(headerNameSchema, z.string()), {}),
    /** The JSON body of a POST. */
    body: z.optional(z.unknown()),
  }),
  /** The place of the record in the answer. @default the whole answer */
  record: z._default(pointerSchema, ""),
  /** The place of the record's id in the record. It must be the id that was asked for. */
  id: pointerSchema,
  /** From the record to our events. Its type says what the present state of the record means. */
  map: recordMapSchema,
  /** How long a record that is not found is asked for again, in minutes. */
  retryMinutes: z._default(z.int().check(z.minimum(0), z.maximum(24 * 60)), 60),
  /** Where the avatar of a hire is, the best size first. The first one that fits our limits counts. */
  avatar: z.optional(
    z.array(urlTemplateSchema).check(z.minLength(1), z.maxLength(6)),
  ),
});
export type RecordLookup = z.infer<typeof lookupSchema>;
