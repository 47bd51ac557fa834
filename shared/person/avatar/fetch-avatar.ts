import type { ReasonCode } from "../../reason-codes.ts";
import {
  createPublicRequest,
  PublicRequestError,
  type PublicRequestErrorCode,
  type PublicRequestOptions,
} from "../../public-request.ts";
import { StepFailure } from "../../step-failure.ts";
import { type Avatar, checkAvatar } from "./check-avatar.ts";
import { maxFetchedBytes } from "./limits.ts";

/** Without `allowsLoopback`, because `parseAvatarUrl` refuses http on this machine in any case. */
export type FetchAvatarOptions = Omit<PublicRequestOptions, "allowsLoopback">;

const defaults = {
  connectTimeoutMs: 3_000,
  totalTimeoutMs: 10_000,
  maxBytes: maxFetchedBytes,
};

const reasons = {
  "not-https": "avatar-url-not-allowed",
  "address-not-allowed": "avatar-address-not-allowed",
  "connect-timeout": "avatar-timeout",
  timeout: "avatar-timeout",
  "content-encoding": "avatar-content-encoding",
  "too-large": "avatar-too-large",
  unreachable: "avatar-unreachable",
} as const satisfies Record<PublicRequestErrorCode, ReasonCode>;

/**
 * Fetches the avatar at a URL from outside, with the checks of `createPublicRequest`.
 *
 * @throws StepFailure `avatar-...`; `retryable` for `unreachable`, `timeout`, 429 and 5xx only
 */
export async function fetchAvatar(
  urlText: string,
  options: FetchAvatarOptions = {},
): Promise<Avatar> {
  const url = parseAvatarUrl(urlText);
  const request = createPublicRequest({ ...defaults, ...options });
  const headers = {
    accept: "image/png, image/jpeg, image/webp, image/gif",
    "user-agent": "community-automation (avatar)",
  };
  try {
    return await request(url, { headers }, async ({ status }, readBody) => {
      if (status >= 300 && status < 400)
        throw new StepFailure("avatar-redirected");
      if (status !== 200)
        throw new StepFailure("avatar-http-status", {
          retryable: status === 429 || status >= 500,
        });
      return checkAvatar(await readBody());
    });
  } catch (error) {
    if (!(error instanceof PublicRequestError)) throw error;
    const { code, retryable } = error;
    throw new StepFailure(reasons[code], { retryable });
  }
}

/**
 * Parses the URL of an avatar. The request uses the same parser, so both always agree on the host. Only https on port
 * 443 at a full domain name is allowed, without a username or password.
 *
 * A name in a local domain is refused here, because no public resolver should get it. All other names are resolved
 * when the request connects, and an address in a private network is refused then.
 *
 * @throws StepFailure `avatar-url-not-allowed`
 */
export function parseAvatarUrl(text: string): URL {
  const url = URL.parse(text);
  const isAllowed =
    url?.protocol === "https:" &&
    // The parser removes the default port of the scheme.
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    isFullDomainName(url.hostname) &&
    !localDomains.test(url.hostname);
  if (!isAllowed) throw new StepFailure("avatar-url-not-allowed");
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
