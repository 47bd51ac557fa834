import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { maxBodyBytesWithAvatar } from "../../shared/webhook/read-request.ts";
import { profileUpdateEvents } from "./event.ts";

/** `POST /profile/{caller}`: HR systems send `employee.changed` here. */
export function createProfileWebhook(dependencies: ReceiverDependencies): Hono {
  return createReceiver(
    {
      path: "/profile",
      events: profileUpdateEvents,
      maxBodyBytes: maxBodyBytesWithAvatar,
    },
    dependencies,
  );
}
