import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import type { Store } from "../store/store.ts";
import type { Callers } from "../webhook/callers.ts";
import { instantOf } from "../zoned-time.ts";
import { type HttpEvent, warmUpRequest } from "./http-handler.ts";

/** Lambda gives a start ten seconds. What takes longer than this is left to the first request. */
const maxMs = 2_000;

/**
 * Does while a sandbox starts what its first request would else do. Lambda starts a sandbox with whole processors, and
 * gives a request at 512 MB less than a third of one: code that is loaded and compiled at its first use, credentials,
 * connections and secrets cost a request three times as much.
 *
 * What fails is forgotten: the first request does it again, and tells.
 */
async function runWarmUps(
  ...steps: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const all = Promise.allSettled(steps.map((step) => step()));
  const enough = Promise.withResolvers<void>();
  const timer = setTimeout(enough.resolve, maxMs);
  await Promise.race([all, enough.promise]);
  clearTimeout(timer);
}

/**
 * What a request needs before it is accepted: the app, the callers, connections to the table and to Lambda, and the
 * runtime's knowledge of the time zone, which is slow to come by.
 */
export function warmUpHttp(
  handler: (event: HttpEvent) => Promise<unknown> | undefined,
  {
    callers,
    store,
    warmUpStart,
    zone,
  }: {
    callers: Pick<Callers, "warmUp">;
    store: { operations: Pick<Store["operations"], "get"> };
    warmUpStart: () => Promise<void>;
    zone?: string;
  },
): Promise<void> {
  return runWarmUps(
    async () => handler(warmUpRequest),
    () => callers.warmUp(),
    () => store.operations.get("nobody"),
    warmUpStart,
    async () => zone && instantOf("1970-01-01", "start", zone),
  );
}

/** What a workflow needs before it can ask the platform: the secret, a token, a connection to the table. */
export function warmUpWorkflow({
  platformAuth,
  store,
}: {
  platformAuth: Pick<PlatformAuth, "warmUp">;
  store: { operations: Pick<Store["operations"], "get"> };
}): Promise<void> {
  return runWarmUps(
    () => platformAuth.warmUp(),
    () => store.operations.get("nobody"),
  );
}
