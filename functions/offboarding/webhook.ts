import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { leaverEventSchema } from "./leaver.ts";

export const offboardingEvents: EventKinds = [
  {
    type: "employee.terminated",
    scope: "offboard",
    schema: leaverEventSchema,
  },
];

/** `POST /offboarding/{caller}`: takes `employee.terminated` from HR systems. */
export function createOffboardingWebhook(
  dependencies: ReceiverDependencies,
): Hono {
  return createReceiver(
    { path: "/offboarding", events: offboardingEvents },
    dependencies,
  );
}
