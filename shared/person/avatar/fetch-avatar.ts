import {
  type AnswerHead,
  createPublicRequest,
  PublicRequestError,
  type PublicRequestOptions,
} from "../../public-request.ts";
import { AvatarError } from "./avatar-error.ts";
import { checkAvatar, type Avatar } from "./check-avatar.ts";
import { maxFetchedBytes } from "./limits.ts";

/** Without `allowsLoopback`, because `parseAvatarUrl` refuses http on this machine in any case. */
export type FetchAvatarOptions = Omit<PublicRequestOptions, "allowsLoopback">;

const defaults = {
  connectTimeoutMs: 3_000,
  totalTimeoutMs: 10_000,
  maxBytes: maxFetchedBytes,
};
type Limits = typeof defaults;

/**
 * Fetches the avatar at a URL from outside, with the checks of `createPublicRequest`.
 *
 * @throws AvatarError; `retryable` for `unreachable`, `timeout`, 429 and 5xx only
 */
export async function fetchAvatar(
  urlText: string,
  options: FetchAvatarOptions = {},
): Promise<Avatar> {
  const url = parseAvatarUrl(urlText);
  const settings = { ...defaults, ...options };
  const request = createPublicRequest(settings);
  const headers = {
    accept: "image/png, image/jpeg, image/webp, image/gif",
    "user-agent": "community-automation (avatar)",
  };
  try {
    return await request(url, { headers }, async (head, readBody) => {
      checkHead(url, head);
      return checkAvatar(await readBody());
    });
  } catch (error) {
    throw error instanceof PublicRequestError
      ? toAvatarError(url, error, settings)
      : error;
  }
}

function checkHead(url: URL, { status }: AnswerHead): void {
  if (status >= 300 && status < 400) {
    throw new AvatarError(
      "redirected",
      `${url.hostname} redirected the avatar's request (${status}), which is not followed. Give the final URL.`,
    );
  }
  if (status !== 200) {
    throw new AvatarError(
      "http-status",
      `${url.hostname} answered ${status} to the avatar's request. Check that the URL works without signing in.`,
      { retryable: status === 429 || status >= 500 },
    );
  }
}

function toAvatarError(
  { hostname }: URL,
  { code, message, retryable }: PublicRequestError,
  { connectTimeoutMs, totalTimeoutMs, maxBytes }: Limits,
): AvatarError {
  const timedOut = (stage: string, timeoutMs: number) =>
    new AvatarError(
      "timeout",
      `${hostname} did not ${stage} within ${timeoutMs} ms for the avatar. Try again, or send the image inline.`,
      { retryable },
    );
  switch (code) {
    case "not-https":
      return new AvatarError(
        "url-not-allowed",
        "The avatar's URL is not allowed: it is not https. Give an https URL on port 443 at a public host, or send the image inline.",
      );
    case "address-not-allowed":
      return new AvatarError(
        code,
        `${hostname} has an address that is not on the public internet, so the avatar was not fetched. Use a public host, or send the image inline.`,
      );
    case "connect-timeout":
      return timedOut("connect", connectTimeoutMs);
    case "timeout":
      return timedOut("answer in full", totalTimeoutMs);
    case "content-encoding":
      return new AvatarError(
        code,
        `${hostname} sent the avatar compressed although asked not to. Turn that off for images.`,
      );
    case "too-large":
      return new AvatarError(
        code,
        `The avatar at ${hostname} is larger than ${maxBytes} bytes. Scale it down.`,
      );
    case "unreachable":
      return new AvatarError(
        code,
        `The avatar could not be fetched from ${hostname} (${message}). Check that the host is up and its certificate is valid.`,
        { retryable },
      );
  }
}

/**
 * Parses the URL of an avatar. The request uses the same parser, so both always agree on the host. Only https on port
 * 443 at a full domain name is allowed, without a username or password.
 *
 * A name in a local domain is refused here, because no public resolver should get it. All other names are resolved
 * when the request connects, and an address in a private network is refused then.
 *
 * @throws AvatarError `url-not-allowed`
 */
export function parseAvatarUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw notAllowed("it is not a URL");
  if (url.protocol !== "https:") throw notAllowed("it is not https");
  // The parser removes the default port of the scheme.
  if (url.port !== "") throw notAllowed("its port is not 443");
  if (url.username !== "" || url.password !== "") {
    throw notAllowed("it has a username or password");
  }
  if (!isFullDomainName(url.hostname)) {
    throw notAllowed("its host is not a full domain name");
  }
  if (localDomains.test(url.hostname)) {
    throw notAllowed("its host is in a local domain");
  }
  return url;
}

/** The local domains of RFC 6761, RFC 6762 and RFC 8375, and `internal`, which ICANN reserves for private use. */
const localDomains = /\.(localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Whether a host has two or more labels, and the last one does not begin with a digit. So no address matches: the
 * parser writes an IPv4 address in any spelling (decimal, octal, hexadecimal, full-width) as four decimal numbers with
 * dots, and an IPv6 address has brackets.
 */
function isFullDomainName(host: string): boolean {
  return (
    host.length <= 253 &&
    /^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
  );
}

function notAllowed(reason: string): AvatarError {
  return new AvatarError(
    "url-not-allowed",
    `The avatar's URL is not allowed: ${reason}. Give an https URL on port 443 at a public host, or send the image inline.`,
  );
}
