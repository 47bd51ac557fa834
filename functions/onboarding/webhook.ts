import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { onboardingEvents } from "./event.ts";

/** `POST /onboarding/{caller}`: HR systems send `employee.hired` and `employee.adopted` here. */
export function createOnboardingWebhook(
  dependencies: ReceiverDependencies,
): Hono {
  return createReceiver(
    {
      path: "/onboarding",
      events: onboardingEvents,
      // An inline avatar of 300 KB takes 400 KB as base64.
      maxBodyBytes: 512 * 1024,
    },
    dependencies,
  );
}
