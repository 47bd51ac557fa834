import * as z from "zod/mini";
import { isZone } from "../../zoned-time.ts";
import { checkFieldMap } from "./check-field-map.ts";
import { pointerSchema } from "../../json-pointer.ts";
import {
  chooseSchema,
  fieldSourcesOf,
  valueSourceSchema,
  valueSourcesSchema,
} from "./value-source.ts";

const maxFields = 100;

/**
 * A field map translates the payloads of an HR system into our events. An admin writes it into a caller's entry. A map
 * that could never produce a valid event is refused, with the pointer of the mistake and the correction. This form is
 * the one of a lookup, whose payload is the record of a thin event.
 */
export const recordMapSchema = z
  .strictObject({
    /** The array of events in the body. Without `each`, the whole body is one event. */
    each: z.optional(pointerSchema),
    /** The event type of a payload. Null means that the payload is ignored. */
    type: chooseSchema((input) =>
      input === undefined
        ? z.never("must say which event type a payload means")
        : valueSourceSchema,
    ),
    /** The time of the event. Without `timestamp`, it is the time of sending if the scheme signs it, or of receipt. */
    timestamp: z.optional(valueSourcesSchema),
    /** The zone of all dates of an event that names no zone. An IANA name. @default the zone of the deployment */
    zone: z.optional(
      z
        .string()
        .check(
          z.refine(isZone, "must be the name of a time zone: Europe/Oslo"),
        ),
    ),
    /**
     * Whether an `employee.terminated` ends the employment at once if the payload says that there is no last day. That
     * is right if `type` reads the end from the payload, such as from a status. @default false: nothing ends
     */
    leftWithoutLastDay: z.optional(z.boolean()),
    /**
     * Whether a planned last day is withdrawn if the payload says that there is none. @default true in a lookup, whose
     * records are whole, else false
     */
    withdrawLastDay: z.optional(z.boolean()),
    /** Sources by target field. Each target is a JSON Pointer into our `data`. */
    fields: z
      .record(
        z.string(),
        valueSourcesSchema,
        'must map our fields to fields of the payload, as in { "/employeeId": "/id" }',
      )
      .check(
        z.refine(
          (fields) => Object.keys(fields).length <= maxFields,
          `must have at most ${maxFields} fields`,
        ),
      ),
    /** The sender's id of the event. */
    deliveryId: z.optional(valueSourcesSchema),
  })
  .check(({ value, issues }) => {
    for (const issue of checkFieldMap(value))
      issues.push({ code: "custom", input: value, continue: true, ...issue });
  });
export type FieldMap = z.infer<typeof recordMapSchema>;

/** The field map of a caller. Its payload is what the caller sent, so there is no thin event beside it. */
export const fieldMapSchema = recordMapSchema.check(
  z.refine(
    ({ type, timestamp = [], deliveryId = [], fields }) =>
      ![type, ...timestamp, ...deliveryId, ...Object.values(fields).flat()]
        .flatMap(fieldSourcesOf)
        .some(({ of }) => of === "event"),
    'must use "of": "event" only in the map of a lookup',
  ),
);
