import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import { AvatarError } from "./avatar-error.ts";
import { parseAvatarUrl } from "./avatar-url.ts";
import { isPublicAddress } from "./blocked-addresses.ts";
import { checkAvatar, type Avatar } from "./check-avatar.ts";
import { maxFetchedBytes } from "./limits.ts";

export type FetchAvatarOptions = {
  /** For name resolution, TCP and TLS together. @default 3000 */
  connectTimeoutMs?: number;
  /** From the call to the last byte, however slowly they drip. @default 10000 */
  totalTimeoutMs?: number;
  /** Largest image, in bytes. @default 5 MB */
  maxBytes?: number;
  /** All addresses of a host. @default the system's resolver */
  lookup?: (host: string) => Promise<LookupAddress[]>;
  /**
   * The guard against requests into our own network. For tests on loopback only.
   * @default isPublicAddress
   */
  isAllowedAddress?: (address: string) => boolean;
  /** Port to connect to; the URL may name none but 443. For tests only. @default 443 */
  port?: number;
  /** Trusted root, PEM. For tests only. @default the roots of Node */
  ca?: string | undefined;
};

const defaults = {
  connectTimeoutMs: 3_000,
  totalTimeoutMs: 10_000,
  maxBytes: maxFetchedBytes,
  lookup: (host: string) => resolve(host, { all: true }),
  isAllowedAddress: isPublicAddress,
  port: 443,
  ca: undefined,
} satisfies Required<FetchAvatarOptions>;

type Settings = Required<FetchAvatarOptions>;

/**
 * Fetches the avatar that a URL from outside names, and nothing else: https only,
 * to public addresses only, checked where the connection is made, so that a name
 * which changes its address between check and use gains nothing. No redirects,
 * proxies, cookies, compression or connection reuse.
 *
 * @throws AvatarError; `retryable` for `unreachable`, `timeout`, 429 and 5xx only
 */
export async function fetchAvatar(
  urlText: string,
  options: FetchAvatarOptions = {},
): Promise<Avatar> {
  const url = parseAvatarUrl(urlText);
  const settings: Settings = { ...defaults, ...options };
  const abort = new AbortController();
  const abortAfter = (timeoutMs: number, stage: string) =>
    setTimeout(() => {
      abort.abort(createTimeoutError(url, stage, timeoutMs));
    }, timeoutMs);
  const totalTimer = abortAfter(settings.totalTimeoutMs, "answer in full");
  const connectTimer = abortAfter(settings.connectTimeoutMs, "connect");
  try {
    const response = await send(url, settings, abort.signal, () => {
      clearTimeout(connectTimer);
    });
    checkHead(url, response, settings);
    return checkAvatar(await readBody(url, response, settings));
  } catch (error) {
    throw toAvatarError(
      url,
      abort.signal.aborted ? abort.signal.reason : error,
    );
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(connectTimer);
    // Closes the connection, also where the host would go on sending.
    abort.abort();
  }
}

function send(
  url: URL,
  settings: Settings,
  signal: AbortSignal,
  onConnect: () => void,
): Promise<IncomingMessage> {
  return new Promise((resolveResponse, reject) => {
    const outgoing = request(
      url,
      {
        headers: {
          accept: "image/png, image/jpeg, image/webp, image/gif",
          "accept-encoding": "identity",
          "user-agent": "community-automation (avatar)",
        },
        // One of its own, so that no connection or TLS session is shared, and no
        // proxy used. Trying all address families is Node's default, which a flag
        // can change; `lookup` relies on it, as it answers with all addresses.
        agent: new Agent({ keepAlive: false, autoSelectFamily: true }),
        port: settings.port,
        ca: settings.ca,
        // Explicit, so that no environment variable can turn it off.
        rejectUnauthorized: true,
        lookup: createCheckedLookup(settings),
        signal,
      },
      resolveResponse,
    );
    outgoing.once("socket", (socket) => {
      socket.once("secureConnect", onConnect);
    });
    outgoing.on("error", reject);
    // An answer that is no response (101) ends the request without an error.
    outgoing.on("close", () => {
      reject(createUnreachableError(url, "no response"));
    });
    outgoing.end();
  });
}

/** Runs inside the connection's own set-up: what it lets through is what is connected to. */
function createCheckedLookup(settings: Settings): LookupFunction {
  return (host, _options, callback) => {
    lookupAllowed(host, settings).then(
      (addresses) => {
        callback(null, addresses);
      },
      (error: NodeJS.ErrnoException) => {
        callback(error, []);
      },
    );
  };
}

/** Every address must pass, not just the one in use: a host with one bad address is hostile. */
async function lookupAllowed(
  host: string,
  { lookup, isAllowedAddress }: Settings,
): Promise<LookupAddress[]> {
  const addresses = await lookup(host);
  if (
    addresses.length === 0 ||
    !addresses.every(({ address }) => isAllowedAddress(address))
  ) {
    throw new AvatarError(
      "address-not-allowed",
      `${host} has an address that is not on the public internet, so the avatar was not fetched. Use a public host, or send the image inline.`,
    );
  }
  return addresses;
}

function checkHead(
  url: URL,
  { statusCode = 0, headers }: IncomingMessage,
  { maxBytes }: Settings,
): void {
  if (statusCode >= 300 && statusCode < 400) {
    throw new AvatarError(
      "redirected",
      `${url.hostname} redirected the avatar's request (${statusCode}), which is not followed. Give the final URL.`,
    );
  }
  if (statusCode !== 200) {
    throw new AvatarError(
      "http-status",
      `${url.hostname} answered ${statusCode} to the avatar's request. Check that the URL works without signing in.`,
      { retryable: statusCode === 429 || statusCode >= 500 },
    );
  }
  // Not decoded but refused: a small body can unpack to any size.
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new AvatarError(
      "content-encoding",
      `${url.hostname} sent the avatar compressed although asked not to. Turn that off for images.`,
    );
  }
  // Only to fail early; what counts is what arrives.
  if (Number(headers["content-length"]) > maxBytes) {
    throw createTooLargeError(url, maxBytes);
  }
}

async function readBody(
  url: URL,
  response: IncomingMessage,
  { maxBytes }: Settings,
): Promise<Uint8Array> {
  const body: AsyncIterable<Uint8Array> = response;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw createTooLargeError(url, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
}

/** Of a foreign error only its code survives: the rest may quote the URL or the response. */
function toAvatarError(url: URL, error: unknown): AvatarError {
  if (error instanceof AvatarError) return error;
  const hasCode = error instanceof Error && "code" in error;
  return createUnreachableError(
    url,
    hasCode ? String(error.code) : "unknown error",
  );
}

function createUnreachableError(url: URL, reason: string): AvatarError {
  return new AvatarError(
    "unreachable",
    `The avatar could not be fetched from ${url.hostname} (${reason}). Check that the host is up and its certificate is valid.`,
    { retryable: true },
  );
}

function createTimeoutError(
  url: URL,
  stage: string,
  timeoutMs: number,
): AvatarError {
  return new AvatarError(
    "timeout",
    `${url.hostname} did not ${stage} within ${timeoutMs} ms for the avatar. Try again, or send the image inline.`,
    { retryable: true },
  );
}

function createTooLargeError(url: URL, maxBytes: number): AvatarError {
  return new AvatarError(
    "too-large",
    `The avatar at ${url.hostname} is larger than ${maxBytes} bytes. Scale it down.`,
  );
}
