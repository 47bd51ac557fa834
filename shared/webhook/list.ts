import * as z from "zod/mini";
import { employeeIdSchema } from "../fields.ts";
import type { FieldMap } from "./field-map/field-map.ts";
import { type RecordLookup, wholeRecordMapSchema } from "./lookup.ts";

/** How a row of a list of people is read, and what it means (decision 31). */
export const listSchema = z.strictObject({
  /** From the row to our events. Its type says what the present state of the record means. */
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
