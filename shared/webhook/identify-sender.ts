import type { Context } from "hono";
import type { Log } from "../log.ts";
import type { Caller, Callers, Identified } from "./callers.ts";
import { requestEnvironmentOf } from "./request-environment.ts";
import { problem } from "./problem.ts";

/** The sender of an authentic request. */
export type IdentifiedSender = Extract<Identified, { caller: Caller }>;

/**
 * Creates the check of a request's authenticity. A request that is not authentic is answered 401 without a reason; the
 * log has the reason.
 */
export function createSenderCheck({
  callers,
  log,
}: {
  callers: Pick<Callers, "identify">;
  log: Log;
}) {
  /** @param name - of the caller in the path */
  return async function identifySender(
    c: Context,
    name: string,
    body: Uint8Array,
  ): Promise<IdentifiedSender | Response> {
    const identified = await callers.identify(name, {
      header: (header) => c.req.header(header),
      body,
      sourceAddress: requestEnvironmentOf(c).sourceAddress,
    });
    if (identified.caller) return identified;
    const { reason } = identified;
    // We chose the name of a caller who exists. Any other name is text of a stranger, and is not logged.
    const caller = reason === "unknown-caller" ? {} : { caller: name };
    log.warn("rejected", { ...caller, reason });
    return problem(c, "unauthorized");
  };
}
