import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
import { maxBodyBytesWithAvatar } from "../../shared/webhook/read-request.ts";
import { allEvents } from "./event.ts";

export type EventsDependencies = ReceiverDependencies & {
  /** The longest allowed status, in code points. */
  maxLength: number;
};

/** `POST /events/{caller}`: systems that know one URL only send events of every type here. */
export function createEventsWebhook({
  maxLength,
  ...dependencies
}: EventsDependencies): Hono {
  return createReceiver(
    {
      path: "/events",
      events: allEvents(maxLength),
      maxBodyBytes: maxBodyBytesWithAvatar,
    },
    dependencies,
  );
}
