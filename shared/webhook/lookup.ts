import * as z from "zod/mini";
import { recordRequestFields } from "../source/record-request.ts";
import { recordMapSchema } from "./field-map/field-map.ts";

/** How the record of a thin event is read back, and what it means (decision 23). */
export const lookupSchema = z.strictObject({
  /** The entry of the sources secret with the hosts and the credentials. */
  source: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  ...recordRequestFields,
  /** From the record to our events. Its type says what the present state of the record means. */
  map: z.pipe(
    recordMapSchema,
    z.transform(({ withdrawLastDay = true, ...map }) => ({
      ...map,
      withdrawLastDay,
    })),
  ),
  /** How long a record that is not found is asked for again, in minutes. */
  retryMinutes: z._default(z.int().check(z.minimum(0), z.maximum(24 * 60)), 60),
});
export type RecordLookup = z.infer<typeof lookupSchema>;
