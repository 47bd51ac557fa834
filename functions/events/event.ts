import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { offboardingEvents } from "../offboarding/event.ts";
import { onboardingEvents } from "../onboarding/event.ts";
import { profileUpdateEvents } from "../profile-update/event.ts";
import { statusEvents } from "../status-relay/event.ts";
import { recordEvents } from "./record-changed.ts";

/**
 * The events of every type, thin events among them.
 *
 * @param statusMaxLength - the longest allowed status, in code points
 */
export function allEvents(statusMaxLength: number): EventKinds {
  const [first, ...others] = useCaseEvents(statusMaxLength);
  return [first, ...others, ...recordEvents];
}

/** The events that have their data with them. */
export function useCaseEvents(statusMaxLength: number): EventKinds {
  return [
    ...onboardingEvents,
    ...offboardingEvents,
    ...profileUpdateEvents,
    ...statusEvents(statusMaxLength),
  ];
}
