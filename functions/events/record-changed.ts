import * as z from "zod/mini";
import { employeeIdSchema, textSchema } from "../../shared/fields.ts";
import { contentOf, type EventKinds } from "../../shared/webhook/envelope.ts";

/** The data of `record.changed`, a thin event: the record itself is read from the source. */
export const recordChangedSchema = z.strictObject({
  /** The id of the record in the source. */
  employeeId: employeeIdSchema,
  /** The sender's own type of the event. */
  event: z.optional(textSchema(200)),
});
export type RecordChanged = z.infer<typeof recordChangedSchema>;

/** Only for callers with a `lookup`, which says how the record is read and what it means. */
export const recordEvents: EventKinds = [
  { type: "record.changed", schema: contentOf(recordChangedSchema) },
];
