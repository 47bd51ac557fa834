import { getRequestListener } from "@hono/node-server";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";

/** A complete request. `path` is still percent-encoded, and header names are in lower case. */
export type HttpRequest = {
  method: string;
  path: string;
  rawQueryString: string;
  headers: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
  sourceIp: string;
  protocol: string;
};

export type HttpAnswer = {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
};

export type AnswerHttp = (request: HttpRequest) => Promise<HttpAnswer>;

export type HttpServer = { endpoint: string; close: () => Promise<void> };

/** Of all requests to AWS, one to DynamoDB may have the largest body. */
const defaultMaxBodyBytes = 16 * 2 ** 20;

/**
 * Serves HTTP on loopback. An error that `answer` throws becomes a 500 response without details.
 *
 * @param options.port - 0, the default, takes any free port
 * @param options.maxBodyBytes - a request with a larger body gets the answer `tooLarge`. Its body is discarded and never
 *   buffered
 */
export async function startHttpServer(
  answer: AnswerHttp,
  {
    port = 0,
    maxBodyBytes = defaultMaxBodyBytes,
    tooLarge = jsonAnswer(413, {}),
  }: { port?: number; maxBodyBytes?: number; tooLarge?: HttpAnswer } = {},
): Promise<HttpServer> {
  const answerWhole = async (request: IncomingMessage) => {
    const body = await readBody(request, maxBodyBytes);
    return body === undefined ? tooLarge : answer(toRequest(request, body));
  };
  const server = createServer((request, response) => {
    void serve(request, response, answerWhole);
  });
  return {
    endpoint: `http://127.0.0.1:${await listen(server, port)}`,
    close: () => closeServer(server),
  };
}

/**
 * Binds the server to loopback and resolves to its port.
 *
 * @throws Error that names the port, if it cannot be bound. The system's error is its `cause`.
 */
export async function listen(server: Server, port: number): Promise<number> {
  // Longer than the idle timeout of any client, so that no client reuses a socket that the server is closing.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => {
      const hint = "Stop the program that uses it or choose another port.";
      reject(
        new Error(`Cannot listen on 127.0.0.1:${port}. ${hint}`, { cause }),
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error(`The server on port ${port} has no TCP address.`);
  }
  return address.port;
}

/** Lets an app of Hono answer. A client in the same process needs the original `Request` and `Response`. */
export function answerWith(
  server: Server,
  fetch: Parameters<typeof getRequestListener>[0],
): void {
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  server.on("request", (request, response) => void answer(request, response));
}

/** @throws Error that names the port, if another program has it */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port);
  await closeServer(server);
}

/** Stops listening and closes every open socket. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
  server.closeAllConnections();
  await closed;
}

/** Creates a JSON response, as all JSON protocols of AWS use it. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answerTo: (request: IncomingMessage) => Promise<HttpAnswer>,
): Promise<void> {
  const answer = await answerTo(request).catch((error: unknown) => {
    // The error of a closed connection is not logged, because the client ended the request.
    if (!request.destroyed) console.error(error);
    return jsonAnswer(500, { message: "Internal Server Error" });
  });
  if (response.destroyed) return;
  // The rest of an unread body is discarded, and the connection closes, so that the rest is not read as a request.
  if (!request.complete) response.setHeader("connection", "close");
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    response.setHeader(name, value);
  }
  response.writeHead(answer.status).end(answer.body ?? "");
  request.resume();
}

/** Resolves to `undefined` as soon as the body exceeds the limit. */
async function readBody(
  request: IncomingMessage,
  maxBodyBytes: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) {
    return undefined;
  }
  // A body that is too large is left, and its connection stays open for the answer.
  const read: AsyncIterable<Buffer> = request.iterator({
    destroyOnReturn: false,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toRequest(request: IncomingMessage, body: Buffer): HttpRequest {
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  return {
    method: request.method ?? "GET",
    path,
    rawQueryString: query.join("?"),
    headers: new Map(
      Object.entries(request.headersDistinct).map(([name, values]) => [
        name,
        values ?? [],
      ]),
    ),
    body,
    sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
    protocol: `HTTP/${request.httpVersion}`,
  };
}
