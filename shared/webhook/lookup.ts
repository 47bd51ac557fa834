import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import { recordRequestFields } from "../source/record-request.ts";
import { recordMapSchema, type FieldMap } from "./field-map/field-map.ts";
import { employeeIdSchema } from "../fields.ts";

/** The map of a record. A last day that the record no longer names is withdrawn, unless the map says otherwise. */
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
  /** From the record to our events. Its type says what the record means as it is now. */
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

/** How a row of a list of people is read, and what it means (decision 31). */
export const listSchema = z.strictObject({
  /** From the row to our events. Its type says what the row means as it is now. */
  map: wholeRecordMapSchema,
  /** Employees who are in every whole list. A list without one of them is not whole. */
  known: z._default(z.array(employeeIdSchema).check(z.maxLength(20)), []),
});
export type ListOptions = z.infer<typeof listSchema>;

/** How the lists of a caller are read. A row is a record, so the map of the lookup reads it too. */
export function listOptionsOf({
  list,
  lookup,
}: {
  list?: ListOptions | undefined;
  lookup?: RecordLookup | undefined;
}): { map: FieldMap; known: readonly string[] } | undefined {
  return list ?? (lookup && { map: lookup.map, known: [] });
}
