import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { offboardingEvents } from "../offboarding/event.ts";
import { onboardingEvents } from "../onboarding/event.ts";
import { profileUpdateEvents } from "../profile-update/event.ts";
import { statusEvents } from "../status-relay/event.ts";

/**
 * The events of all functions.
 *
 * @param statusMaxLength - the longest allowed status, in code points
 */
export function allEvents(statusMaxLength: number): EventKinds {
  return [
    ...onboardingEvents,
    ...offboardingEvents,
    ...profileUpdateEvents,
    ...statusEvents(statusMaxLength),
  ];
}
