import type { EventKinds } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import { offboarding } from "../offboarding/event.ts";
import { onboarding } from "../onboarding/event.ts";
import { profileUpdate } from "../profile-update/event.ts";
import { statusEvents } from "../status-relay/event.ts";
import { recordEvents } from "./record-changed.ts";

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
