import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";

export type OutgoingRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** The limit for the whole exchange: connect, send, and read the last byte. */
  timeoutMs: number;
  /**
   * Whether the request may be sent again after a failure. Another request goes only over a connection that is new or
   * was used just now. @default false
   */
  isRepeatable?: boolean;
};

export type HttpResponse = {
  status: number;
  /** Names are in lower case. The values of a repeated header are joined by commas. */
  headers: Record<string, string | undefined>;
  body: Uint8Array;
};

/** Sends one request, without retry or redirect. Rejects with {@link HttpFailure} without a complete response. */
export type Http = (request: OutgoingRequest) => Promise<HttpResponse>;

/** No complete response arrived. `sent` is false only when the platform cannot have received the request. */
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
 * A connection that was idle for longer may be closed without our knowledge. A frozen sandbox sees neither the end of a
 * connection nor its timers, and learns it only when it writes. Servers usually wait at least 5 s before they close.
 */
const maxIdleMs = 4_000;

/**
 * HTTP on keep-alive connections. It uses `node:https` instead of `fetch` for two reasons: `node:https` reports whether
 * a connection was made, which decides whether a write may be repeated, and a cold start is some 40 ms shorter.
 *
 * @param options.maxResponseBytes - a longer response is cut off and rejected. @default 10 MiB
 * @param options.nowMs - the clock of the wall, which goes on while a sandbox is frozen. @default Date.now
 */
export function createHttp({
  maxResponseBytes = 10 * 1024 * 1024,
  nowMs = Date.now,
} = {}): Http {
  const lastUsedMs = new WeakMap<Duplex, number>();
  const plain = { request: requestHttp, agent: createAgent(HttpAgent) };
  const secure = { request: requestHttps, agent: createAgent(HttpsAgent) };

  function closeIdle({ freeSockets }: HttpAgent): void {
    for (const socket of Object.values(freeSockets).flat())
      if (socket && nowMs() - (lastUsedMs.get(socket) ?? 0) > maxIdleMs)
        socket.destroy();
  }

  return ({ method, url, headers, body, timeoutMs, isRepeatable = false }) =>
    new Promise((resolve, reject) => {
      const { request, agent } = url.protocol === "https:" ? secure : plain;
      if (!isRepeatable) closeIdle(agent);
      let sent = false;
      let used: Duplex | undefined;
      const fail = (cause: Error) =>
        reject(new HttpFailure(sent, withoutRawPacket(cause)));

      const outgoing = request(url, {
        method,
        headers: withContentLength(headers, body),
        agent,
        signal: AbortSignal.timeout(timerDurationMs(timeoutMs)),
      });
      outgoing.on("error", fail);
      outgoing.on("socket", (socket) => {
        used = socket;
        const ready = url.protocol === "https:" ? "secureConnect" : "connect";
        if (socket.connecting) socket.once(ready, () => (sent = true));
        else sent = true;
      });
      // We never ask for another protocol. Without this listener, such a response would never settle the promise.
      outgoing.on("upgrade", (_incoming, socket) => {
        socket.destroy();
        fail(new Error("the response was a protocol upgrade"));
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
        incoming.on("end", () => {
          if (used) lastUsedMs.set(used, nowMs());
          resolve({
            status: incoming.statusCode ?? 0,
            headers: joinRepeated(incoming.headersDistinct),
            body: Buffer.concat(chunks),
          });
        });
      });
      outgoing.end(body);
    });
}

function createAgent<A>(
  Agent: new (options: { keepAlive: boolean; scheduling: "lifo" }) => A,
): A {
  // The platform is least likely to have closed the connection that was used last.
  return new Agent({ keepAlive: true, scheduling: "lifo" });
}

/** A timer accepts integers of 31 bits, and treats a larger number as 1 ms. */
export function timerDurationMs(durationMs: number): number {
  return Math.min(Math.max(0, Math.ceil(durationMs)), 2 ** 31 - 1);
}

function withContentLength(
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): Record<string, string> {
  if (body === undefined) return headers;
  return { ...headers, "content-length": String(Buffer.byteLength(body)) };
}

/** When the response is not HTTP, Node puts its bytes into the error. */
function withoutRawPacket(cause: Error): Error {
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
