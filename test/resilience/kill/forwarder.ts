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
import { closeServer, listen } from "../../../infra/local/http-server.ts";
import type { ForwardedRequest } from "./boundaries.ts";

/** When, around a request, a process is killed. */
export const moments = [
  /** The request is sent and never arrives. */
  "before",
  /** It has taken effect; its answer never arrives. */
  "unanswered",
  /** Its answer was delivered a moment ago. */
  "answered",
] as const;
export type Moment = (typeof moments)[number];

/** Kills the process at that moment of this request. */
export type Strike = { moment: Moment; kill: () => void };

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Stands between a process and a part that outlives it, so that a test can strike around each request.
 *
 * @param meet - gets each request; what it returns happens to the process
 */
export async function startForwarder(
  meet: (request: ForwardedRequest) => Strike | undefined,
) {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  let upstream = "";
  const server = createServer((request, response) => {
    const forwarding = forward(request, response)
      // Either end is gone, which is what is tried here.
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(forwarding));
    underWay.add(forwarding);
  });
  // Longer than any client keeps an idle socket, so that none is reused while it is being closed.
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
    const strike = meet(request);
    if (strike?.moment === "before") {
      strike.kill();
      return;
    }
    const { status, headers, body: answer } = await ask(request);
    if (strike?.moment === "unanswered") {
      strike.kill();
      return;
    }
    response.writeHead(status, headers).end(answer, () => strike?.kill());
  }

  async function ask(request: ForwardedRequest): Promise<Answer> {
    // The platform names itself in its links, and they must lead back here.
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

    /** Where requests go from now on. */
    leadTo(origin: string): void {
      upstream = origin;
    },

    /** Resolves when all that a dead process has sent is through. */
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

/** A socket whose other end was killed may be reset before it closes, which is no fault. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}

/** Replaces one origin by the other: in JSON, in a form, and where it leads. */
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
