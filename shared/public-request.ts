import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback } from "./loopback.ts";
import { isPublicAddress } from "./public-address.ts";

export type PublicRequestOptions = {
  /** For name resolution, TCP and TLS together. @default 5000 */
  connectTimeoutMs?: number;
  /** From the call to the last byte that is read, however slowly they come. @default 15000 */
  totalTimeoutMs?: number;
  /** Largest answer that is read, in bytes. @default 1 MB */
  maxBytes?: number;
  /** Whether http on this machine is allowed. Only the local stack sets it. @default false */
  allowsLoopback?: boolean | undefined;
  /** All addresses of a host. @default the system's resolver */
  lookup?: (host: string) => Promise<LookupAddress[]>;
  /** The guard against requests into our own network. For tests only. @default isPublicAddress */
  isAllowedAddress?: (address: string) => boolean;
  /** Port to connect to, instead of the URL's. For tests only. */
  port?: number | undefined;
  /** Trusted root, PEM. For tests only. @default the roots of Node */
  ca?: string | undefined;
};

const defaults = {
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 15_000,
  maxBytes: 1024 * 1024,
  allowsLoopback: false,
  lookup: (host: string) => resolve(host, { all: true }),
  isAllowedAddress: isPublicAddress,
  port: undefined,
  ca: undefined,
} satisfies Required<PublicRequestOptions>;
type Settings = Required<PublicRequestOptions>;

/** What is sent. The body is text in UTF-8. */
export type Outgoing = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Limits of this request only. */
  limits?: Pick<PublicRequestOptions, "totalTimeoutMs" | "maxBytes">;
};

/** Status and headers of an answer. A redirect is an answer like any other. */
export type AnswerHead = { status: number; headers: IncomingHttpHeaders };

/**
 * Sends a request and resolves to what `receive` makes of its answer. `receive` may read the body, once. The connection
 * is closed when `receive` has ended.
 *
 * @throws PublicRequestError; the errors of `receive`
 */
export type PublicRequest = <T>(
  url: URL,
  outgoing: Outgoing,
  receive: (
    head: AnswerHead,
    readBody: () => Promise<Uint8Array>,
  ) => T | Promise<T>,
) => Promise<T>;

/**
 * Creates the function with which everything is asked whose address comes from outside: https only, and public addresses
 * only, which are checked where the connection is made, so that a name which changes its address between check and use
 * gains nothing. No redirects, proxies, cookies, compression or connection reuse.
 */
export function createPublicRequest(
  options: PublicRequestOptions = {},
): PublicRequest {
  return async (url, { limits, ...outgoing }, receive) => {
    const settings: Settings = { ...defaults, ...options, ...limits };
    const abort = new AbortController();
    const abortAfter = (timeoutMs: number, code: PublicRequestErrorCode) =>
      setTimeout(() => abort.abort(new PublicRequestError(code)), timeoutMs);
    const timers = {
      total: abortAfter(settings.totalTimeoutMs, "timeout"),
      connect: abortAfter(settings.connectTimeoutMs, "connect-timeout"),
    };
    const attempt = <T>(promise: Promise<T>) =>
      promise.catch((error: unknown) => {
        throw toRequestError(
          abort.signal.aborted ? abort.signal.reason : error,
        );
      });
    try {
      const response = await attempt(
        send(url, outgoing, settings, abort.signal, () =>
          clearTimeout(timers.connect),
        ),
      );
      const { statusCode: status = 0, headers } = response;
      return await receive({ status, headers }, () =>
        attempt(readBody(response, settings)),
      );
    } finally {
      clearTimeout(timers.total);
      clearTimeout(timers.connect);
      // Closes the connection, also where the host would go on sending.
      abort.abort();
    }
  };
}

export type PublicRequestErrorCode =
  | "not-https"
  | "address-not-allowed"
  | "unreachable"
  | "connect-timeout"
  | "timeout"
  | "content-encoding"
  | "too-large";

/**
 * Why a request has no answer, or its answer was not read. The message is the code, or for `unreachable` the one of Node,
 * such as `ECONNREFUSED`: the URL and the answer may hold a secret.
 *
 * Has no `cause` on purpose: an error of Node's HTTP parser holds the raw response.
 */
export class PublicRequestError extends Error {
  override readonly name = "PublicRequestError";
  readonly code: PublicRequestErrorCode;

  constructor(code: PublicRequestErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }

  /** Whether the same request may succeed later. Never so when a rule was broken. */
  get retryable(): boolean {
    return ["unreachable", "connect-timeout", "timeout"].includes(this.code);
  }
}

function send(
  url: URL,
  { method = "GET", headers, body }: Omit<Outgoing, "limits">,
  settings: Settings,
  signal: AbortSignal,
  onConnect: () => void,
): Promise<IncomingMessage> {
  const isLocal = settings.allowsLoopback && isLoopback(url);
  return new Promise((resolveResponse, reject) => {
    if (!isLocal) checkUrl(url, settings);
    const shared = {
      method,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        ...(body !== undefined && {
          "content-length": Buffer.byteLength(body),
        }),
      },
      ...(settings.port !== undefined && { port: settings.port }),
      signal,
    };
    // The agent is one of its own, so that no connection or TLS session is shared, and no proxy used.
    const outgoing = isLocal
      ? requestHttp(
          url,
          { ...shared, agent: new HttpAgent({ keepAlive: false }) },
          resolveResponse,
        )
      : requestHttps(
          url,
          {
            ...shared,
            ca: settings.ca,
            // Trying all address families is Node's default, which a flag can change; `lookup` relies on it, as it
            // answers with all addresses.
            agent: new Agent({ keepAlive: false, autoSelectFamily: true }),
            // Explicit, so that no environment variable can turn it off.
            rejectUnauthorized: true,
            lookup: createCheckedLookup(settings),
          },
          resolveResponse,
        );
    outgoing.once("socket", (socket) => {
      socket.once(isLocal ? "connect" : "secureConnect", onConnect);
    });
    outgoing.on("error", reject);
    // An answer that is no response (101) ends the request without an error.
    outgoing.on("close", () =>
      reject(new PublicRequestError("unreachable", "no response")),
    );
    outgoing.end(body);
  });
}

/** Node looks up a name, but no address. */
function checkUrl(
  { protocol, hostname }: URL,
  { isAllowedAddress }: Settings,
): void {
  if (protocol !== "https:") throw new PublicRequestError("not-https");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isAllowedAddress(host))
    throw new PublicRequestError("address-not-allowed");
}

/**
 * It runs inside the connection's own set-up: what it lets through is what is connected to. Every address must pass, not
 * just the one in use: a host with one bad address is hostile.
 */
function createCheckedLookup({
  lookup,
  isAllowedAddress,
}: Settings): LookupFunction {
  return (host, _options, callback) => {
    lookup(host).then(
      (addresses) => {
        const isAllowed =
          addresses.length > 0 &&
          addresses.every(({ address }) => isAllowedAddress(address));
        if (isAllowed) callback(null, addresses);
        else callback(new PublicRequestError("address-not-allowed"), []);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function readBody(
  response: IncomingMessage,
  { maxBytes }: Settings,
): Promise<Uint8Array> {
  const { headers } = response;
  // Not decoded but refused: a small body can unpack to any size.
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw new PublicRequestError("content-encoding");
  // Only to fail early; what counts is what arrives.
  if (Number(headers["content-length"]) > maxBytes)
    throw new PublicRequestError("too-large");
  const body: AsyncIterable<Uint8Array> = response;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new PublicRequestError("too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
}

/** Of a foreign error only its code survives: the rest may quote the URL or the response. */
function toRequestError(error: unknown): PublicRequestError {
  if (error instanceof PublicRequestError) return error;
  const hasCode = error instanceof Error && "code" in error;
  return new PublicRequestError(
    "unreachable",
    hasCode ? String(error.code) : "unknown",
  );
}
