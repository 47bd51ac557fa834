import type { Context, Next } from "hono";
import type { Log } from "../../shared/log.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import { problem } from "../../shared/webhook/problem.ts";
import { requestEnvironmentOf } from "../../shared/webhook/request-environment.ts";

/** The variables of a request whose caller is authentic. */
export type AuthenticatedEnv = { Variables: { caller: Caller } };
export type AuthenticatedContext = Context<AuthenticatedEnv>;

/** Finds the caller of a request by its bearer token. No answer may be kept by a cache. */
export function requireBearer({
  callers,
  log,
}: {
  callers: Pick<Callers, "identifyBearer">;
  log: Log;
}) {
  return async (c: AuthenticatedContext, next: Next) => {
    const identified = await callers.identifyBearer({
      header: (name) => c.req.header(name),
      body: new Uint8Array(),
      sourceAddress: requestEnvironmentOf(c).sourceAddress,
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized", {
        headers: { "www-authenticate": "Bearer" },
      });
    }
    c.set("caller", identified.caller);
    c.header("cache-control", "no-store");
    return next();
  };
}
