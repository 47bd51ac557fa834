import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import type { Store } from "../store/store.ts";
import type { Callers } from "../webhook/callers.ts";
import { instantOf } from "../zoned-time.ts";
import type { EngineClient } from "./engine-client.ts";
import { type HttpEvent, warmUpRequest } from "./http-handler.ts";

/** Lambda allows ten seconds for the start of a sandbox. A slower warm-up is left to the first request. */
const maxMs = 2_000;

/**
 * Runs warm-up steps while a sandbox starts. Lambda starts a sandbox with full processors, but a request at 512 MB
 * gets less than a third of one. Therefore loading and compiling code, credentials, connections and secrets would take
 * three times as long in the first request.
 *
 * A failed step is ignored: the first request repeats it and reports its error.
 */
async function runWarmUps(
  ...steps: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const all = Promise.allSettled(steps.map((step) => step()));
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, maxMs);
  await Promise.race([all, timeout.promise]);
  clearTimeout(timer);
}

/**
 * Warms up a function with an HTTP handler: the app, the callers, the connections to the table and to Lambda, and the
 * time zone data, which the runtime loads slowly.
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
    /** Absent if the function starts no workflow. */
    warmUpStart?: () => Promise<void>;
    zone?: string;
  },
): Promise<void> {
  return runWarmUps(
    async () => handler(warmUpRequest),
    () => callers.warmUp(),
    () => store.operations.get("nobody"),
    async () => warmUpStart?.(),
    async () => zone && instantOf("1970-01-01", "start", zone),
  );
}

/** Warms up a workflow: the community secret, a platform token, and the connections to the table and to the engine. */
export function warmUpWorkflow({
  platformAuth,
  store,
  engine,
}: {
  platformAuth: Pick<PlatformAuth, "warmUp">;
  store: { operations: Pick<Store["operations"], "get"> };
  engine: Pick<EngineClient, "warmUp">;
}): Promise<void> {
  return runWarmUps(
    () => platformAuth.warmUp(),
    () => store.operations.get("nobody"),
    () => engine.warmUp(),
  );
}
