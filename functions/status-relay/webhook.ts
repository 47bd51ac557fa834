import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import { createChatReceiver } from "./chat-receiver.ts";
import type { ChatDependencies } from "./command-handler.ts";
import { statusEvents } from "./event.ts";

/** `POST /status/{caller}` takes `status.set` from systems and messages of chat users. */
export function statusReceiver(
  dependencies: ChatDependencies,
): ReceiverOptions {
  return {
    path: "/status",
    events: statusEvents(dependencies.statusMaxLength),
    messages: createChatReceiver(dependencies),
  };
}
