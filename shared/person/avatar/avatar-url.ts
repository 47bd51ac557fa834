import { AvatarError } from "./avatar-error.ts";

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
