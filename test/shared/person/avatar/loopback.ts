import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import type { FetchAvatarOptions } from "../../../../shared/person/avatar/fetch-avatar.ts";

const tls = new URL("../../../fixtures/tls/", import.meta.url);
const cert = readFileSync(
  new URL("avatars.example.test.cert.pem", tls),
  "utf8",
);
const key = readFileSync(new URL("avatars.example.test.key.pem", tls), "utf8");

/** A URL of the host that the certificate of these tests is for. */
export const avatarUrl =
  "https://avatars.example.test/faces/7.png?token=s3cret";

export type Loopback = AsyncDisposable & {
  port: number;
  /** How many TCP connections have arrived. */
  connections: () => number;
  /** Resolves when the last open connection has closed. */
  allClosed: () => Promise<void>;
};

/** Options that lead `fetchAvatar` to a server of these tests, and nowhere else. */
export function optionsFor({ port }: Loopback) {
  return {
    lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    isAllowedAddress: (address) => address === "127.0.0.1",
    port,
    ca: cert,
  } satisfies FetchAvatarOptions;
}

/** An https server on loopback with the given answers. */
export function startAvatarHost(answer: RequestListener): Promise<Loopback> {
  return startOnLoopback(createHttpsServer({ cert, key }, answer));
}

/** A server that accepts connections and never answers. */
export function startSilentHost(): Promise<Loopback> {
  return startOnLoopback(createServer((socket) => socket.resume()));
}

type Stream = NodeJS.WritableStream;

/** Sends in pauses that are far shorter than any timeout, until the client closes the connection. */
export function drip(stream: Stream, head: string, piece: string): void {
  stream.write(head);
  const timer = setInterval(() => stream.write(piece), 5);
  stream.once("close", () => clearInterval(timer));
}

/** Sends a piece again and again, as fast as the client takes it. */
export function flood(stream: Stream, head: string, piece: string): void {
  const again = piece.repeat(10_000);
  const send = () =>
    stream.write(again, (error) => {
      if (!error) send();
    });
  stream.write(head);
  send();
}

/** Starts a server on a free port of loopback. */
export async function startOnLoopback(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // In many of these tests, the client closes the connection before the end of the answer.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The server has no port.");
  }
  return {
    port: address.port,
    connections: () => connections,
    allClosed: async () => {
      await Promise.all([...sockets].map((socket) => once(socket, "close")));
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
