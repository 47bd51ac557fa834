import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import { recordRequestFields } from "../source/record-request.ts";
import { recordMapSchema } from "./field-map/field-map.ts";

/** The map of a record. What a record does not name any more does not hold any more, unless the map says otherwise. */
export const wholeRecordMapSchema = z.pipe(
  recordMapSchema,
  z.transform(({ withdrawLastDay = true, ...map }) => ({
    ...map,
    withdrawLastDay,
  })),
);

/** How the record of a thin event is read back, and what it means (decision 23). */
export const lookupSchema = z.strictObject({
  /** The entry of the sources secret with the hosts and the credentials. @default the name of the caller */
  source: z.optional(entryNameSchema),
  ...recordRequestFields,
  /** From the record to our events. Its type says what the present state of the record means. */
  map: wholeRecordMapSchema,
  /** How long a record that is not found is asked for again, in minutes. */
  retryMinutes: z._default(z.int().check(z.minimum(0), z.maximum(24 * 60)), 60),
});
type WrittenLookup = z.infer<typeof lookupSchema>;
/** The lookup of a caller, with the name of its source. */
export type RecordLookup = WrittenLookup & { source: string };

/** The lookup in the entry of a caller. Two callers with one preset do not share a source by chance. */
export function lookupOf(
  caller: string,
  entry: object & { lookup?: WrittenLookup | undefined },
): RecordLookup | undefined {
  const { lookup } = entry;
  return lookup && { ...lookup, source: lookup.source ?? caller };
}
