import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

export type Seen = { method: string; url: string; authorization: string };

export type RawPlatform = AsyncDisposable & {
  /** Host and port. */
  host: string;
  origin: string;
  /** The request line of every request so far. */
  seen: Seen[];
  /** The number of connections. */
  connections: () => number;
};

/** A platform that gives prepared answers and records its requests. */
export async function startRawPlatform(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RawPlatform> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, authorization: headers.authorization ?? "" });
    request.resume();
    answer(request, response);
  });
  server.on("connection", () => (connections += 1));
  server.keepAliveTimeout = 120_000;
  const host = `127.0.0.1:${await listen(server, 0)}`;
  return {
    host,
    origin: `http://${host}`,
    seen,
    connections: () => connections,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
