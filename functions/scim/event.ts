import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { offboarding } from "../offboarding/event.ts";
import { onboarding } from "../onboarding/event.ts";
import { profileUpdate } from "../profile-update/event.ts";

/** The types of events that requests of identity providers lead to. */
export const scimEvents: EventKinds = [
  ...onboarding.events,
  ...offboarding.events,
  ...profileUpdate.events,
];
