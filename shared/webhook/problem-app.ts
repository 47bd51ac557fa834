import { type Env, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Log } from "../log.ts";
import { problem } from "./problem.ts";
import { logUnavailable } from "./unavailable.ts";

/**
 * Creates an app that answers a problem (RFC 9457) to what no route answers: 405 with the methods that the path has, 404,
 * and the answer that a route throws. Every other error is our own outage, 503 and never a 4xx, because senders drop an
 * event that was answered 4xx.
 */
export function createProblemApp<E extends Env>(log: Log): Hono<E> {
  const app = new Hono<E>();
  const onMethodNotAllowed = (
    c: Parameters<typeof problem>[0],
    methods: string[],
  ) =>
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
