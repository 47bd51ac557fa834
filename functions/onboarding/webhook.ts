import type { Hono } from "hono";
import type { EventKinds } from "../../shared/webhook/envelope.ts";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { adoptionEventSchema } from "./adoption.ts";
import { hireEventSchema } from "./hire.ts";

export const onboardingEvents: EventKinds = [
  { type: "employee.hired", scope: "onboard", schema: hireEventSchema },
  { type: "employee.adopted", scope: "adopt", schema: adoptionEventSchema },
];

/** `POST /onboarding/{caller}`: takes `employee.hired` and `employee.adopted` from HR systems. */
export function createOnboardingWebhook(
  dependencies: ReceiverDependencies,
): Hono {
  return createReceiver(
    {
      path: "/onboarding",
      events: onboardingEvents,
      // Room for an inline avatar of 300 KB as base64.
      maxBodyBytes: 512 * 1024,
    },
    dependencies,
  );
}
