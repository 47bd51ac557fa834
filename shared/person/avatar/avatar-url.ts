import { AvatarError } from "./avatar-error.ts";

/**
 * Parses the URL of an avatar with the parser that the request uses too, so that
 * the two can never disagree on its host. Allowed is https on port 443, without
 * user name, at a full domain name.
 *
 * Names that lead to a private network are left to the check at connect time,
 * except those that no public resolver should ever see.
 *
 * @throws AvatarError `url-not-allowed`
 */
export function parseAvatarUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw notAllowed("it is not a URL");
  if (url.protocol !== "https:") throw notAllowed("it is not https");
  // The parser drops a port that is the scheme's own.
  if (url.port !== "") throw notAllowed("its port is not 443");
  if (url.username !== "" || url.password !== "") {
    throw notAllowed("it has a user name or password");
  }
  if (!isFullDomainName(url.hostname)) {
    throw notAllowed("its host is not a full domain name");
  }
  if (localDomains.test(url.hostname)) {
    throw notAllowed("its host is in a local domain");
  }
  return url;
}

/** RFC 6761, RFC 6762, RFC 8375, and the private-use top-level domain of ICANN. */
const localDomains = /\.(localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Two labels or more, the last not a number. The parser has already turned every
 * spelling of an IPv4 address (decimal, octal, hexadecimal, full-width) into dotted
 * numbers, and the brackets of IPv6 do not match either.
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
