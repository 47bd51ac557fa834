import { Hono } from "hono";
import type { Operations } from "../../shared/lifecycle/operations.ts";
import type { Log } from "../../shared/log.ts";
import type { Callers } from "../../shared/webhook/callers.ts";
import { problem } from "../../shared/webhook/problem.ts";
import { representOperation } from "../../shared/webhook/represent-operation.ts";

export type OperationsDependencies = {
  callers: Pick<Callers, "identifyBearer">;
  operations: Pick<Operations, "get">;
  log: Log;
};

/** Anything else is the id of nothing, and may be longer than the store takes. */
const path = "/operations/:id{[\\w-]{1,64}}";

/**
 * What became of an event: `GET /operations/{id}`, for bearer callers. A caller sees its own operations, the scope
 * `operate` sees all; an operation that is not theirs does not exist for them.
 */
export function createOperationsApp({
  callers,
  operations,
  log,
}: OperationsDependencies): Hono {
  const app = new Hono();

  app.get(path, async (c) => {
    const { caller } = await callers.identifyBearer({
      header: (name) => c.req.header(name),
      body: new Uint8Array(),
    });
    if (!caller)
      return problem(c, "unauthorized", {
        headers: { "www-authenticate": "Bearer" },
      });
    const operation = await operations.get(c.req.param("id"));
    const mayRead =
      operation?.caller === caller.name || caller.scopes.includes("operate");
    if (!operation || !mayRead) return problem(c, "not-found");
    c.header("cache-control", "no-store");
    return c.json(representOperation(operation));
  });
  app.all(path, (c) =>
    problem(c, "method-not-allowed", { headers: { allow: "GET" } }),
  );
  app.notFound((c) => problem(c, "not-found"));
  app.onError((error, c) => {
    log.error("unavailable", { error: error.name });
    return problem(c, "unavailable", { headers: { "retry-after": "10" } });
  });
  return app;
}
