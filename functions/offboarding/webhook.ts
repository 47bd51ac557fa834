import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { offboardingEvents } from "./event.ts";

/** `POST /offboarding/{caller}`: HR systems send `employee.terminated` and `employee.termination_cancelled` here. */
export function createOffboardingWebhook(
  dependencies: ReceiverDependencies,
): Hono {
  return createReceiver(
    { path: "/offboarding", events: offboardingEvents },
    dependencies,
  );
}
