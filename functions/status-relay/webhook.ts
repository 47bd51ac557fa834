import type { Hono } from "hono";
import { createReceiver } from "../../shared/webhook/receiver.ts";
import { createChatReceiver } from "./chat-receiver.ts";
import type { ChatDependencies } from "./command-handler.ts";
import { statusEvents } from "./event.ts";

/** Creates the route `POST /status/{caller}`, which takes `status.set` from systems and messages of chat users. */
export function createStatusWebhook(dependencies: ChatDependencies): Hono {
  return createReceiver(
    {
      path: "/status",
      events: statusEvents(dependencies.statusMaxLength),
      messages: createChatReceiver(dependencies),
    },
    dependencies,
  );
}
