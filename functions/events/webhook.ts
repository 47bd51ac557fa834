import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { maxBodyBytesWithAvatar } from "../../shared/webhook/read-request.ts";
import type { EventsSettings } from "./config.ts";
import { allEvents } from "./event.ts";

export type EventsDependencies = ReceiverDependencies &
  Pick<EventsSettings, "statusMaxLength">;

/** `POST /events/{caller}`: systems that know one URL only send events of every type here. */
export function createEventsWebhook({
  statusMaxLength,
  ...dependencies
}: EventsDependencies): Hono {
  return createReceiver(
    {
      path: "/events",
      events: allEvents(statusMaxLength),
      maxBodyBytes: maxBodyBytesWithAvatar,
    },
    dependencies,
  );
}
