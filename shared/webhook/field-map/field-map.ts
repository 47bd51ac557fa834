import * as z from "zod/mini";
import { checkFieldMap } from "./check-field-map.ts";
import { pointerSchema } from "./json-pointer.ts";
import { formOf, sourceSchema, sourcesSchema } from "./source.ts";

const maxFields = 100;

const typeSchema = formOf((input) =>
  input === undefined ? z.never("must say what a payload means") : sourceSchema,
);

/**
 * A field map: how the payloads of an HR system become our events, as an admin writes it into a caller's entry. What
 * could never work is refused, saying where and what to write instead.
 */
export const fieldMapSchema = z
  .strictObject({
    /** The array whose items are one event each; without it the body is one event. */
    each: z.optional(pointerSchema),
    /** Which event type a payload means; null: none of ours. */
    type: typeSchema,
    /** When it happened; without it, when it was sent or received. */
    timestamp: z.optional(sourcesSchema),
    /** By the field of ours, as a JSON Pointer into our `data`. */
    fields: z
      .record(
        z.string(),
        sourcesSchema,
        'must say where our fields come from, as in { "/employeeId": "/id" }',
      )
      .check(
        z.refine(
          (fields) => Object.keys(fields).length <= maxFields,
          `must have at most ${maxFields} fields`,
        ),
      ),
    /** The sender's own id of an event. */
    deliveryId: z.optional(sourcesSchema),
  })
  .check(({ value, issues }) => {
    for (const issue of checkFieldMap(value))
      issues.push({ code: "custom", input: value, continue: true, ...issue });
  });
export type FieldMap = z.infer<typeof fieldMapSchema>;
