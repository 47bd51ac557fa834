const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Checks the URL for a late answer: https, or http on loopback, and a host (with its port) that the chat tool or the
 * caller's entry names. Any other URL gives undefined, and the user gets no late answer.
 */
export function allowedResponseUrl(
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
