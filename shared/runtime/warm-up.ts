import type { Callers } from "../webhook/callers.ts";
import type {
  ReceiverDependencies,
  ReceiverOptions,
} from "../webhook/receiver.ts";
import { instantOf } from "../zoned-time.ts";
import { type HttpEvent, warmUpRequest } from "./http-handler.ts";
import { createWarmUpEvent, type WarmUpParts } from "./warm-up-event.ts";

/** Lambda allows ten seconds for the start of a sandbox. A slower warm-up is left to the first request. */
const maxMs = 2_000;

/**
 * Runs warm-up steps while a sandbox starts. Lambda starts a sandbox with full processors, but a request at 512 MB
 * gets less than a third of one. Therefore loading and compiling code, credentials, connections and secrets would take
 * three times as long in the first request.
 *
 * A failed step is ignored: the first request repeats it and reports its error.
 */
export async function runWarmUps(
  ...steps: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const all = Promise.allSettled(steps.map((step) => step()));
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, maxMs);
  await Promise.race([all, timeout.promise]);
  clearTimeout(timer);
}

type Handler = (event: HttpEvent) => Promise<unknown> | undefined;

/**
 * Warms up a function with an HTTP handler: the app, the callers, the time zone data, which the runtime loads slowly,
 * and what else the function connects to.
 */
export function warmUpHttp(
  handler: Handler,
  { callers, zone }: { callers: Pick<Callers, "warmUp">; zone?: string },
  ...more: readonly (() => Promise<unknown>)[]
): Promise<void> {
  return runWarmUps(
    () => callers.warmUp(),
    ...more,
    async () => handler(warmUpRequest),
    async () => zone && instantOf("1970-01-01", "start", zone),
  );
}

/** Warms up a receiver, with all code of an event, which an app of its own handles. */
export function warmUpReceiver(
  handler: Handler,
  receiver: ReceiverOptions,
  dependencies: ReceiverDependencies & {
    callers: Pick<Callers, "warmUp">;
    warmUp: WarmUpParts;
  },
): Promise<void> {
  const { warmUp } = dependencies;
  // Sent at once, so that Lambda is connected beside the connections of the event. The event only waits for it.
  const started = warmUp.startWorkflow();
  const parts = { ...warmUp, startWorkflow: () => started };
  return warmUpHttp(
    handler,
    dependencies,
    () => started,
    createWarmUpEvent(receiver, dependencies, parts),
  );
}
