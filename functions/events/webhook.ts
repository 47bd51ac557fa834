import type { Hono } from "hono";
import {
  createReceiver,
  type ReceiverDependencies,
} from "../../shared/webhook/receiver.ts";
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
      // An inline avatar of 300 KB takes 400 KB as base64.
      maxBodyBytes: 512 * 1024,
    },
    dependencies,
  );
}
