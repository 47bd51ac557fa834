import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { answerWith, closeServer, listen } from "../pages/http-server.ts";
import { createPlatform, type PlatformParts } from "./create-platform.ts";
import { openState } from "./state/open-state.ts";
import { platformDefaults, type PlatformOptions } from "./state/options.ts";

export type Platform = PlatformParts & {
  /** Closes the server and every socket at once. */
  close: () => Promise<void>;
};

/**
 * Starts the stand-in of the community platform on loopback.
 *
 * @throws Error with the port in its message, if the port is taken
 */
export async function startPlatform(
  given: Partial<PlatformOptions> = {},
): Promise<Platform> {
  const options = { ...platformDefaults, ...given };
  const { tls } = options;
  // Before the port is taken, so that a damaged file leaves no server behind.
  const opened = openState(options.folder);
  const server = tls ? createSecureServer(tls) : createServer();
  const port = await listen(server, options.port);
  const origin = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  const platform = createPlatform(options, origin, opened);
  server.on("request", (_, response) =>
    response.setHeader("date", new Date(options.nowMs()).toUTCString()),
  );
  answerWith(server, platform.fetch);
  return { ...platform, close: () => closeServer(server) };
}
