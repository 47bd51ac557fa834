import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";

/** Listeners that nobody may ever connect to. */
export type Canaries = AsyncDisposable & {
  port: number;
  /** The addresses they listen at; without IPv6 on this machine there is one less. */
  addresses: readonly string[];
  /** How many connections came in that were not our own. */
  connections: () => Promise<number>;
};

/**
 * Canaries on one port of several addresses of this machine. They say nothing and hang up: all that matters is whether
 * anyone comes.
 *
 * @param addresses - those that this machine does not have are left out
 */
export async function startCanaries(
  addresses: readonly string[] = ["127.0.0.1", "::1"],
  givenPort = 0,
): Promise<Canaries> {
  let count = 0;
  const servers = new Map<string, Server>();
  let port = givenPort;
  for (const address of addresses) {
    const server = createServer((socket) => {
      count += 1;
      // Whoever is cut off has its own tests.
      socket.on("error", () => undefined);
      socket.destroy();
    });
    const isListening = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, address, () => resolve(true));
    });
    if (!isListening) continue;
    servers.set(address, server);
    const bound = server.address();
    if (bound !== null && typeof bound === "object") port = bound.port;
  }
  if (servers.size === 0)
    throw new Error("not one address for a canary is left");

  let own = 0;
  return {
    port,
    addresses: [...servers.keys()],
    async connections() {
      // A listener takes connections in their order: behind ours, no other can be on its way.
      for (const address of servers.keys()) {
        const socket = connect(port, address).resume();
        socket.on("error", () => undefined);
        await new Promise((resolve) => socket.on("close", resolve));
        own += 1;
      }
      return count - own;
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers.values()) {
        server.close();
        await once(server, "close");
      }
    },
  };
}
