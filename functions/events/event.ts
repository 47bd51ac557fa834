import { type EventKinds, contentOf } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import { offboarding } from "../offboarding/event.ts";
import { onboarding } from "../onboarding/event.ts";
import { profileUpdate } from "../profile-update/event.ts";
import { statusEvents } from "../status-relay/event.ts";
import * as z from "zod/mini";
import { employeeIdSchema, textSchema } from "../../shared/fields.ts";

/** The data of `record.changed`, a thin event: the record itself is read from the source. */
export const recordChangedSchema = z.strictObject({
  /** The id of the record in the source. */
  employeeId: employeeIdSchema,
  /** The sender's own type of the event. */
  event: z.optional(textSchema(200)),
});
export type RecordChanged = z.infer<typeof recordChangedSchema>;

/** Only for callers with a `lookup`, which says how the record is read and what it means. */
const recordEvents: EventKinds = [
  { type: "record.changed", schema: contentOf(recordChangedSchema) },
];

/**
 * `POST /events/{caller}`: systems that know one URL only send events of every type here, thin events among them.
 *
 * @param statusMaxLength - the longest allowed status, in code points
 */
export function allEvents(statusMaxLength: number): ReceiverOptions {
  const [first, ...others] = useCaseEvents(statusMaxLength);
  return { path: "/events", events: [first, ...others, ...recordEvents] };
}

/** The events that have their data with them. */
export function useCaseEvents(statusMaxLength: number): EventKinds {
  return [
    ...onboarding.events,
    ...offboarding.events,
    ...profileUpdate.events,
    ...statusEvents(statusMaxLength),
  ];
}
