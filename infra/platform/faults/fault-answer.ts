import { once } from "node:events";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { readBytes } from "../http/body.ts";
import type { PlatformEnv } from "../http/context.ts";

/** Reads the body now, because it is lost when the socket is reset. */
export async function keepBody(c: Context<PlatformEnv>): Promise<void> {
  const { method, url } = c.req;
  const { headers } = c.req.raw;
  const body = await readBytes(c, 1_048_576);
  c.req.raw = new Request(url, {
    method,
    headers,
    body: body.byteLength > 0 ? body : null,
  });
}

/** Resets the socket instead of answering. */
export function resetSocket(c: Context<PlatformEnv>): Response {
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/**
 * Sends the head of the answer and half of its body, then ends the socket. An answer without a body stays as it is.
 */
export async function truncateAnswer(
  c: Context<PlatformEnv>,
): Promise<Response> {
  const { outgoing, incoming } = c.env;
  const body = Buffer.from(await c.res.clone().arrayBuffer());
  if (body.byteLength === 0) return c.res;
  outgoing.writeHead(c.res.status, {
    ...Object.fromEntries(c.res.headers),
    "content-length": body.byteLength,
  });
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, body.byteLength / 2), () =>
    incoming.socket.destroySoon(),
  );
  if (!incoming.socket.destroyed) await once(incoming.socket, "close");
  return RESPONSE_ALREADY_SENT;
}

/** The answer with a changed JSON text. An answer of another content type stays as it is. */
export async function changeJson(
  answer: Response,
  change: (text: string) => string,
): Promise<Response> {
  const contentType = answer.headers.get("content-type") ?? "";
  if (!contentType.startsWith("application/json")) return answer;
  return new Response(change(await answer.text()), answer);
}
