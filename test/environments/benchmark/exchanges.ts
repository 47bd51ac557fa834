import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import * as z from "zod";

/** One request that this process sent, from its creation to the last byte of its answer. */
export type Exchange = {
  /** Host and port. */
  host: string;
  /** `DynamoDB GetItem`, or method and path. */
  what: string;
  /** Milliseconds of this process. */
  fromMs: number;
  toMs: number;
};

const createdSchema = z.object({ request: z.custom<ClientRequest>() });
const finishedSchema = z.object({
  request: z.custom<ClientRequest>(),
  response: z.custom<IncomingMessage>(),
});

/** Records every HTTP exchange of this process, as Node reports it. */
export function noteExchanges(): Exchange[] {
  const started = new WeakMap<ClientRequest, number>();
  const exchanges: Exchange[] = [];
  subscribe("http.client.request.created", (message) => {
    started.set(createdSchema.parse(message).request, performance.now());
  });
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = finishedSchema.parse(message);
    const fromMs = started.get(request) ?? performance.now();
    const target = request.getHeader("x-amz-target");
    const exchange: Exchange = {
      host: String(request.getHeader("host")),
      what:
        typeof target === "string"
          ? target.replace(/_\d+\./, " ")
          : `${request.method} ${request.path}`,
      fromMs,
      toMs: performance.now(),
    };
    exchanges.push(exchange);
    response.once("close", () => (exchange.toMs = performance.now()));
  });
  return exchanges;
}
