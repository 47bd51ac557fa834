import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";

/** Listeners that must never get a connection. */
export type Canaries = AsyncDisposable & {
  port: number;
  /** The addresses of the listeners. Without IPv6 on this machine there is one less. */
  addresses: readonly string[];
  /** The number of connections other than our own. */
  connections: () => Promise<number>;
};

/**
 * Opens canaries on one port of several addresses of this machine. They close each connection at once: only the
 * number of connections matters.
 *
 * @param addresses - addresses that this machine does not have are left out
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
      // Other tests cover clients whose connection is cut off.
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
      // A listener accepts connections in order. After our own connection arrives, no earlier one can be pending.
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
