import * as z from "zod/mini";
import type { Hono } from "hono";
import { createHttpHandler } from "./http-handler.ts";

type HttpHandler = ReturnType<typeof createHttpHandler>;

/** What API Gateway sends has a request; what EventBridge sends has none. */
const httpSchema = z.object({
  requestContext: z.object({ http: z.object({}) }),
});

/** One Lambda for both transports: webhooks over HTTP, and events of EventBridge. After the receiver the path is one. */
export function createReceiverHandler(
  app: Hono,
  takeEvent: (event: unknown) => Promise<void>,
) {
  const answer = createHttpHandler(app);
  return function handler(
    event: Parameters<HttpHandler>[0],
  ): ReturnType<HttpHandler> | Promise<void> {
    return httpSchema.safeParse(event).success
      ? answer(event)
      : takeEvent(event);
  };
}
