import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";

export type HttpRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** For the whole exchange: connect, send, and read the last byte. */
  timeoutMs: number;
};

export type HttpResponse = {
  status: number;
  /** By lower-case name; repeated headers are joined by commas. */
  headers: Record<string, string | undefined>;
  body: Uint8Array;
};

/** One exchange, no retry, no redirect. Rejects with {@link HttpFailure} when there is no whole response. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** No whole response. `sent` is false only when the platform cannot have seen the request. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super(
      sent ? "the connection broke after sending" : "no connection was made",
      { cause },
    );
    this.sent = sent;
  }
}

/**
 * Real HTTP on kept-alive connections. `node:https` instead of `fetch`, because it tells whether a connection was ever
 * made (which decides if a write may be repeated) and costs a cold start some 40 ms less.
 *
 * @param options.maxResponseBytes - a longer answer is cut off and rejected. @default 10 MiB
 */
export function createHttp({ maxResponseBytes = 10 * 1024 * 1024 } = {}): Http {
  const plain = { request: requestHttp, agent: agentOf(HttpAgent) };
  const secure = { request: requestHttps, agent: agentOf(HttpsAgent) };

  return ({ method, url, headers, body, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const { request, agent } = url.protocol === "https:" ? secure : plain;
      let sent = false;
      const fail = (cause: Error) =>
        reject(new HttpFailure(sent, withoutBytes(cause)));

      const outgoing = request(url, {
        method,
        headers: withLength(headers, body),
        agent,
        signal: AbortSignal.timeout(timerMs(timeoutMs)),
      });
      outgoing.on("error", fail);
      outgoing.on("socket", (socket) => {
        const ready = url.protocol === "https:" ? "secureConnect" : "connect";
        if (socket.connecting) socket.once(ready, () => (sent = true));
        else sent = true;
      });
      // Nobody asked for another protocol. Without a listener such an answer would end in silence.
      outgoing.on("upgrade", (_incoming, socket) => {
        socket.destroy();
        fail(new Error("the answer was an upgrade"));
      });
      outgoing.on("response", (incoming) => {
        const chunks: Uint8Array[] = [];
        let length = 0;
        incoming.on("data", (chunk: Uint8Array) => {
          length += chunk.length;
          if (length > maxResponseBytes)
            incoming.destroy(new Error("response too large"));
          chunks.push(chunk);
        });
        incoming.on("error", fail);
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: joinRepeated(incoming.headersDistinct),
            body: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.end(body);
    });
}

function agentOf<A>(
  Agent: new (options: { keepAlive: boolean; scheduling: "lifo" }) => A,
): A {
  // The most recently used connection first: it is the least likely to have been closed by the other side meanwhile.
  return new Agent({ keepAlive: true, scheduling: "lifo" });
}

/** A timer takes whole numbers of 31 bits; it would take a larger one for 1 ms. */
function timerMs(durationMs: number): number {
  return Math.min(Math.max(0, Math.ceil(durationMs)), 2 ** 31 - 1);
}

function withLength(
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): Record<string, string> {
  if (body === undefined) return headers;
  return { ...headers, "content-length": String(Buffer.byteLength(body)) };
}

/** The error of an answer that is not HTTP carries the bytes it came in. */
function withoutBytes(cause: Error): Error {
  if ("rawPacket" in cause) delete cause.rawPacket;
  return cause;
}

function joinRepeated(
  headers: NodeJS.Dict<string[]>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values?.join(", ")]),
  );
}
