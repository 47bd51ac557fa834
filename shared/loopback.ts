/** Whether a URL leads to http on this machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === "http:" &&
    ["127.0.0.1", "[::1]", "localhost"].includes(hostname)
  );
}
