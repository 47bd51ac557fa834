import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";
import type { ForwardedRequest } from "./boundaries.ts";

/** When, around a request, a process is killed. */
export const moments = [
  /** The process has sent the request, which never arrives. */
  "before",
  /** The request has taken effect, and its answer never arrives. */
  "unanswered",
  /** The process has just received the answer. */
  "answered",
] as const;
export type Moment = (typeof moments)[number];

/** Kills the process at that moment of this request. */
export type Kill = { moment: Moment; kill: () => void };

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Forwards the requests of a process to a part that outlives it. A test can kill the process around each request.
 *
 * @param onRequest - gets each request, and returns when the process is killed, if at all
 */
export async function startForwarder(
  onRequest: (request: ForwardedRequest) => Kill | undefined,
) {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  let upstream = "";
  const server = createServer((request, response) => {
    const forwarding = forward(request, response)
      // One of both ends was killed, as the test intends.
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(forwarding));
    underWay.add(forwarding);
  });
  // Longer than any client keeps an idle socket: no client reuses a socket that the server closes.
  server.keepAliveTimeout = 120_000;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;

  async function forward(
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await buffer(incoming);
    const request: ForwardedRequest = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      headers: incoming.headers,
      body,
    };
    const planned = onRequest(request);
    if (planned?.moment === "before") {
      planned.kill();
      return;
    }
    const { status, headers, body: answer } = await ask(request);
    if (planned?.moment === "unanswered") {
      planned.kill();
      return;
    }
    response.writeHead(status, headers).end(answer, () => planned?.kill());
  }

  async function ask(request: ForwardedRequest): Promise<Answer> {
    // The platform puts its own origin into links. They must lead to this forwarder.
    const sent = translate(request.headers, request.body, endpoint, upstream);
    const outgoing = sendRequest(upstream + request.path, {
      agent,
      method: request.method,
      headers: sent.headers,
    }).end(sent.body);
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    return {
      status: answer.statusCode ?? 500,
      ...translate(answer.headers, await buffer(answer), upstream, endpoint),
    };
  }

  return {
    endpoint,

    /** Sets where requests go from now on. */
    forwardTo(origin: string): void {
      upstream = origin;
    },

    /** Resolves when all requests of a killed process have arrived. */
    async settle(): Promise<void> {
      await Promise.all([...sockets].map(closed));
      await Promise.all(underWay);
    },

    close: async (): Promise<void> => {
      agent.destroy();
      await closeServer(server);
    },
  };
}

/** Resolves when a socket is closed. A reset by the killed end is no error. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}

/** Replaces one origin by the other: in JSON, in a form, and in the Location header. */
function translate(
  {
    "content-length": _length,
    "transfer-encoding": _encoding,
    ...headers
  }: IncomingHttpHeaders,
  body: Buffer,
  from: string,
  to: string,
): { headers: IncomingHttpHeaders; body: Buffer } {
  const { location, "content-type": type = "" } = headers;
  const isText = /json|urlencoded/.test(type);
  const translated = isText
    ? Buffer.from(
        body
          .toString()
          .replaceAll(from, to)
          .replaceAll(encodeURIComponent(from), encodeURIComponent(to)),
      )
    : body;
  return {
    headers: {
      ...headers,
      "content-length": String(translated.length),
      ...(location !== undefined && { location: location.replace(from, to) }),
    },
    body: translated,
  };
}
