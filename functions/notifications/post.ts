import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { parseRetryAfterMs } from "../../shared/community/retry-timing.ts";
import { isPublicAddress } from "../../shared/person/avatar/blocked-addresses.ts";
import { isLoopback } from "../../shared/webhook/subscribers-secret.ts";

export type PostOptions = {
  /** From the call to the head of the answer, however slowly it comes. @default 15000 */
  timeoutMs?: number;
  /** Whether a subscriber may be on http of this machine. Only the local stack sets it. @default false */
  allowsLoopback?: boolean;
  /** All addresses of a host. @default the system's resolver */
  lookup?: (host: string) => Promise<LookupAddress[]>;
  /** The guard against requests into our own network. For tests only. @default isPublicAddress */
  isAllowedAddress?: (address: string) => boolean;
  /** Trusted root, PEM. For tests only. @default the roots of Node */
  ca?: string | undefined;
  nowMs?: () => number;
};

export type Answer = {
  status: number;
  /** The pause that the answer asks for. */
  retryAfterMs: number;
};

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Answer>;

const defaults = {
  timeoutMs: 15_000,
  allowsLoopback: false,
  lookup: (host: string) => resolve(host, { all: true }),
  isAllowedAddress: isPublicAddress,
  ca: undefined,
  nowMs: Date.now,
} satisfies Required<PostOptions>;

/**
 * Creates the function that sends a message to a subscriber: over https, and to public addresses only, which are checked
 * where the connection is made. It follows no redirect and reads no body, so an answer cannot be too large.
 *
 * The function rejects if there is no answer, or if the URL is not allowed. The error has no part of the URL, because
 * that of a chat tool is a secret.
 */
export function createPost(options: PostOptions = {}): Post {
  const settings = { ...defaults, ...options };
  return async (address, headers, body) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(settings.timeoutMs);
    try {
      const response = await send(url, headers, body, settings, signal);
      const { statusCode: status = 0, headers: head } = response;
      // Closes the connection, also where the host would go on sending.
      response.destroy();
      const retryAfterMs = parseRetryAfterMs(
        head["retry-after"],
        settings.nowMs(),
      );
      return { status, retryAfterMs: retryAfterMs ?? 0 };
    } catch (error) {
      throw new PostError(signal.aborted ? "timeout" : codeOf(error));
    }
  };
}

/** Why a message could not be sent. The message is a code. */
class PostError extends Error {
  override readonly name = "PostError";
}

function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { ca, allowsLoopback, ...guard }: Required<PostOptions>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isLocal = allowsLoopback && isLoopback(url);
  return new Promise((resolveResponse, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!isLocal && url.protocol !== "https:")
      return reject(new PostError("not-https"));
    // Node does not look up an address.
    if (!isLocal && isIP(host) && !guard.isAllowedAddress(host))
      return reject(new PostError("address-not-allowed"));
    const shared = {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
    };
    const outgoing = isLocal
      ? requestHttp(url, { ...shared, agent: false }, resolveResponse)
      : requestHttps(
          url,
          {
            ...shared,
            ca,
            // One of its own, so that no connection or TLS session is shared, and no proxy used.
            agent: new Agent({ keepAlive: false, autoSelectFamily: true }),
            // Explicit, so that no environment variable can turn it off.
            rejectUnauthorized: true,
            lookup: createCheckedLookup(guard),
          },
          resolveResponse,
        );
    outgoing.on("error", reject);
    // An answer that is no response (101) ends the request without an error.
    outgoing.on("close", () => reject(new PostError("no-response")));
    outgoing.end(body);
  });
}

/** It runs inside the connection's own set-up: a name cannot change its address between check and use. */
function createCheckedLookup({
  lookup,
  isAllowedAddress,
}: Pick<Required<PostOptions>, "lookup" | "isAllowedAddress">): LookupFunction {
  return (host, _options, callback) => {
    lookup(host).then(
      (addresses) => {
        const isAllowed =
          addresses.length > 0 &&
          addresses.every(({ address }) => isAllowedAddress(address));
        if (isAllowed) callback(null, addresses);
        else callback(new PostError("address-not-allowed"), []);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function codeOf(error: unknown): string {
  if (error instanceof PostError) return error.message;
  const code =
    error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}
