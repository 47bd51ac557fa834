const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Where a late answer may go: an address of https, or on loopback, whose host (with its port) is one of those that the
 * product or the caller's entry names. Undefined for every other, and then there is no late answer.
 */
export function allowedReply(
  responseUrl: string | undefined,
  hosts: readonly string[],
): string | undefined {
  if (responseUrl === undefined || !URL.canParse(responseUrl)) return undefined;
  const { protocol, host, hostname, username, password, href } = new URL(
    responseUrl,
  );
  const isSafe =
    protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
  const isPlain = username === "" && password === "";
  return isSafe && isPlain && hosts.includes(host) ? href : undefined;
}
