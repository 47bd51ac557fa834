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
import { errorCodeOf } from "./error-name.ts";
import { isLoopback } from "./safe-target.ts";
import { isPublicAddress } from "./public-address.ts";

export type PublicRequestOptions = {
  /** For name resolution, TCP and TLS together. @default 5000 */
  connectTimeoutMs?: number;
  /** From the call to the last byte that is read, also if the bytes come slowly. @default 15000 */
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

/** A request to send. The body is text in UTF-8. */
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
 * Sends a request, and resolves to the result of `receive`, which gets the answer. `receive` may read the body once.
 * The connection is closed when `receive` has ended.
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
 * Creates the function that sends requests to addresses from outside. It uses https and public addresses only. It
 * checks each address when it connects, so a name that changes its address after the check gains nothing. It uses no
 * redirects, proxies, cookies or compression, and each request has a connection of its own.
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
        // After a time limit, the error of Node says only that the request was aborted.
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
      // Closes the connection, also if the host still sends.
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
 * Why a request has no answer, or its answer was not read. The message is the code, or for `unreachable` the code of
 * Node, such as `ECONNREFUSED`. It contains neither the URL nor the answer, because both may contain a secret.
 *
 * It intentionally has no `cause`, because an error of Node's HTTP parser contains the raw response.
 */
export class PublicRequestError extends Error {
  override readonly name = "PublicRequestError";
  readonly code: PublicRequestErrorCode;

  constructor(code: PublicRequestErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }

  /** Whether the same request may succeed later. False if the request breaks one of our rules. */
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
    // An agent of its own, so that no connection or TLS session is shared, and no proxy is used.
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
            // Explicit, because a flag can turn it off: `lookup` answers with all addresses, and Node must try each.
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
    // An answer 101 is no response for Node, and ends the request without an error.
    outgoing.on("close", () =>
      reject(new PublicRequestError("unreachable", "no response")),
    );
    outgoing.end(body);
  });
}

/** Node does not call `lookup` for a host that is an address, so such a host is checked here. */
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
 * Runs while the connection is made, so each connection goes to a checked address. Every address of the host must
 * pass, not only the one in use, because a host with one bad address is hostile.
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
  // A compressed answer is refused, because a small body can unpack to any size.
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw new PublicRequestError("content-encoding");
  // An answer that says its size is refused before it is read. Below, the bytes that arrive are counted too.
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

/** Keeps only the code of another error, because its message may quote the URL or the response. */
function toRequestError(error: unknown): PublicRequestError {
  if (error instanceof PublicRequestError) return error;
  return new PublicRequestError("unreachable", errorCodeOf(error) ?? "unknown");
}
