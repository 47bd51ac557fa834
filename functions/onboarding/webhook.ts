import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { maxBodyBytesWithAvatar } from "../../shared/webhook/read-request.ts";
import { onboardingEvents } from "./event.ts";

/** `POST /onboarding/{caller}`: HR systems send `employee.hired` and `employee.adopted` here. */
export function createOnboardingWebhook(
  dependencies: ReceiverDependencies,
): Hono {
  return createReceiver(
    {
      path: "/onboarding",
      events: onboardingEvents,
      maxBodyBytes: maxBodyBytesWithAvatar,
    },
    dependencies,
  );
}
