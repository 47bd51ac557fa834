import * as z from "zod/mini";
import type { Hono } from "hono";
import { createHttpHandler } from "./http-handler.ts";

type HttpHandler = ReturnType<typeof createHttpHandler>;

/** Only an event of API Gateway has this shape. An event of EventBridge has no request context. */
const httpSchema = z.object({
  requestContext: z.object({ http: z.object({}) }),
});

/**
 * Creates the handler of a receiver that serves two transports: webhooks over HTTP and events of EventBridge.
 */
export function createReceiverHandler(
  app: Hono,
  receiveEvent: (event: unknown) => Promise<void>,
  options: { docsUrl?: string } = {},
) {
  const handleHttp = createHttpHandler(app, options);
  return function handler(
    event: Parameters<HttpHandler>[0],
  ): ReturnType<HttpHandler> | Promise<void> {
    return httpSchema.safeParse(event).success
      ? handleHttp(event)
      : receiveEvent(event);
  };
}
