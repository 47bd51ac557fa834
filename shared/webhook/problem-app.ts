import { type Context, type Env, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Log } from "../log.ts";
import { problem } from "./problem.ts";
import { logUnavailable } from "./unavailable.ts";

/**
 * Creates an app that answers a request without a route with a problem (RFC 9457): 405 with the methods of the path, or
 * 404. A route can throw its answer. Every other error is our own outage, 503 and never a 4xx, because senders drop an
 * event that was answered 4xx.
 */
export function createProblemApp<E extends Env>(log: Log): Hono<E> {
  const app = new Hono<E>();
  const onMethodNotAllowed = (c: Context, methods: string[]) =>
    problem(c, "method-not-allowed", {
      headers: { allow: methods.join(", ") },
    });
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.notFound((c) => problem(c, "not-found"));
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.res) return error.res;
    logUnavailable(log, error);
    return problem(c, "unavailable", { headers: { "retry-after": "10" } });
  });
  return app;
}
