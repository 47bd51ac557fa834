import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { offboarding } from "../offboarding/event.ts";
import { onboarding } from "../onboarding/event.ts";
import { profileUpdate } from "../profile-update/event.ts";

/** The events that follow from what an identity provider says. */
export const scimEvents: EventKinds = [
  ...onboarding.events,
  ...offboarding.events,
  ...profileUpdate.events,
];
