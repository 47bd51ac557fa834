import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { profileUpdateEvents } from "./event.ts";

/** `POST /profile/{caller}`: HR systems send `employee.changed` here. */
export function createProfileWebhook(dependencies: ReceiverDependencies): Hono {
  return createReceiver(
    {
      path: "/profile",
      events: profileUpdateEvents,
      // An inline avatar of 300 KB takes 400 KB as base64.
      maxBodyBytes: 512 * 1024,
    },
    dependencies,
  );
}
