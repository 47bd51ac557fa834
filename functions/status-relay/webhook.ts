import { Hono } from "hono";
import type { Callers } from "../../shared/webhook/callers.ts";
import { createReceiver } from "../../shared/webhook/receiver.ts";
import { answerUnavailable } from "../../shared/webhook/unavailable.ts";
import { dialectOf } from "./chat/dialects.ts";
import { createConversation } from "./converse.ts";
import type { ChatDependencies } from "./reply.ts";
import { statusEvents } from "./status.ts";

export type StatusWebhookDependencies = ChatDependencies & {
  callers: Pick<Callers, "schemeOf">;
};

/** `POST /status/{caller}`: takes `status.set` from systems, and what people type in chat. */
export function createStatusWebhook(
  dependencies: StatusWebhookDependencies,
): Hono {
  const { callers, maxLength, log } = dependencies;
  const converse = createConversation(dependencies);
  const receiver = createReceiver(
    { path: "/status", events: statusEvents(maxLength) },
    dependencies,
  );
  const app = new Hono();
  app.post("/status/:caller", async (c, next) => {
    const scheme = await callers.schemeOf(c.req.param("caller"));
    const dialect = dialectOf(scheme);
    return dialect ? converse(c, dialect) : next();
  });
  app.all("*", (c) => receiver.fetch(c.req.raw));
  app.onError(answerUnavailable(log));
  return app;
}
