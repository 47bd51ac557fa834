/**
 * Whether a URL is safe to send something to: https, or http on this machine, which only the local stack uses, and
 * without credentials.
 */
export function isSafeTarget(url: URL): boolean {
  const isEncrypted = url.protocol === "https:" || isLoopback(url);
  return isEncrypted && url.username === "" && url.password === "";
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === "http:" &&
    ["127.0.0.1", "[::1]", "localhost"].includes(hostname)
  );
}
