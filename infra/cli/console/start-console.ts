import { createServer } from "node:http";
import { answerWith, closeServer, listen } from "../../pages/http-server.ts";
import { importPages } from "../../pages/import-pages.ts";
import { createApiClient } from "../api/client.ts";
import type { SendDependencies } from "../api/send-request.ts";
import type { Profile } from "../profiles.ts";
import { createAccess } from "./access.ts";

const { createConsoleApp } = await importPages(() => import("./routes.tsx"));

export type Console = Awaited<ReturnType<typeof startConsole>>;

const maxPauseMs = 200;

/**
 * Serves the console of a deployment on loopback (docs/decisions/0021-console.md). A page waits at most 200 ms before it
 * repeats a read, because the operator waits for the page. Then it says that the API does not answer.
 *
 * @param options.howToOpen - how the operator gets a link: "Press Enter in the terminal"
 * @param options.port - 0 takes any free port. @default 0
 * @param options.zone - of the operator. @default the zone of this machine
 * @throws Error that names the port, if it is taken
 */
export async function startConsole(
  profile: Pick<Profile, "name" | "origin" | "key">,
  { fetch, nowMs, sleepMs }: SendDependencies,
  {
    howToOpen,
    port: wanted = 0,
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  }: { howToOpen: string; port?: number; zone?: string },
) {
  const api = createApiClient(profile, {
    fetch,
    nowMs,
    sleepMs: (ms) => sleepMs(Math.min(ms, maxPauseMs)),
  });
  const server = createServer();
  const port = await listen(server, wanted);
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const access = createAccess(nowMs);
  const context = { api, deployment: profile.name, howToOpen, zone, nowMs };
  const app = createConsoleApp(context, access, host);
  answerWith(server, app.fetch);
  return {
    /** `http://127.0.0.1:<port>` */
    origin,
    /** Makes a link that opens the console once. A link that was made before does not work any more. */
    renewLink: () => origin + access.renewLink(),
    close: () => closeServer(server),
  };
}
