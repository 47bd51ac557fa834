import { Hono } from "hono";
import type { Callers } from "../../shared/webhook/callers.ts";
import { createReceiver } from "../../shared/webhook/receiver.ts";
import { answerUnavailable } from "../../shared/webhook/unavailable.ts";
import { chatAdapterOf } from "./chat/adapters.ts";
import { createChatReceiver } from "./chat-receiver.ts";
import type { ChatDependencies } from "./command-handler.ts";
import { statusEvents } from "./event.ts";

export type StatusWebhookDependencies = ChatDependencies & {
  callers: Pick<Callers, "schemeOf">;
};

/** Creates the route `POST /status/{caller}`, which takes `status.set` from systems and messages of chat users. */
export function createStatusWebhook(
  dependencies: StatusWebhookDependencies,
): Hono {
  const { callers, maxLength, log } = dependencies;
  const receiveChat = createChatReceiver(dependencies);
  const receiver = createReceiver(
    { path: "/status", events: statusEvents(maxLength) },
    dependencies,
  );
  const app = new Hono();
  app.post("/status/:caller", async (c, next) => {
    const scheme = await callers.schemeOf(c.req.param("caller"));
    const adapter = chatAdapterOf(scheme);
    return adapter ? receiveChat(c, adapter) : next();
  });
  app.all("*", (c) => receiver.fetch(c.req.raw));
  app.onError(answerUnavailable(log));
  return app;
}
