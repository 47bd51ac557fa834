import { createServer } from "node:http";
import { answerWith, closeServer, listen } from "../../pages/http-server.ts";
import { importPages } from "../../pages/import-pages.ts";
import { createApiClient } from "../api/client.ts";
import type { CliDependencies } from "../dependencies.ts";
import type { Profile } from "../profiles.ts";
import { createAccess } from "./access.ts";
import type { ConsoleContext } from "./console-context.ts";

const { createConsoleApp } = await importPages(() => import("./routes.tsx"));

type ConsoleOptions = Pick<ConsoleContext, "api" | "deployment" | "howToOpen"> &
  Partial<Pick<ConsoleContext, "zone" | "nowMs">> & {
    /** 0 takes any free port. @default 0 */
    port?: number;
  };

export type Console = {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Makes a link that opens the console once. A link that was made before does not work any more. */
  renewLink: () => string;
  close: () => Promise<void>;
};

/**
 * Serves the operators' console on loopback (docs/decisions/0021-console.md).
 *
 * @throws Error that names the port, if it is taken
 */
export async function startConsole({
  api,
  deployment,
  port: wanted = 0,
  howToOpen,
  // The zone of this machine.
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  nowMs = Date.now,
}: ConsoleOptions): Promise<Console> {
  const server = createServer();
  const port = await listen(server, wanted);
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const access = createAccess(nowMs);
  const context = { api, deployment, howToOpen, zone, nowMs };
  const app = createConsoleApp(context, access, host);
  answerWith(server, app.fetch);
  return {
    origin,
    renewLink: () => origin + access.renewLink(),
    close: () => closeServer(server),
  };
}

const maxPauseMs = 200;

/**
 * Starts the console of a deployment. A page waits at most 200 ms before it repeats a read, because the operator waits
 * for the page. Then it says that the API does not answer.
 *
 * @throws Error that names the port, if it is taken
 */
export function serveConsole(
  profile: Pick<Profile, "name" | "origin" | "key">,
  {
    fetch,
    nowMs,
    sleepMs,
  }: Pick<CliDependencies, "fetch" | "nowMs" | "sleepMs">,
  options: Pick<ConsoleOptions, "port" | "howToOpen">,
): Promise<Console> {
  const api = createApiClient(profile, {
    fetch,
    nowMs,
    sleepMs: (ms) => sleepMs(Math.min(ms, maxPauseMs)),
  });
  return startConsole({ ...options, api, deployment: profile.name, nowMs });
}
