import { createApiClient } from "../api/client.ts";
import type { CliDependencies } from "../dependencies.ts";
import type { Profile } from "../profiles.ts";
import { type Console, startConsole } from "./start-console.ts";

const maxPauseMs = 200;

type ServeOptions = {
  /** 0 takes any free port. */
  port: number;
  /** How the operator gets a link, as the pages say it. */
  howToOpen: string;
};

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
  { port, howToOpen }: ServeOptions,
): Promise<Console> {
  const api = createApiClient(profile, {
    fetch,
    nowMs,
    sleepMs: (ms) => sleepMs(Math.min(ms, maxPauseMs)),
  });
  return startConsole({
    api,
    deployment: profile.name,
    port,
    howToOpen,
    nowMs,
  });
}
