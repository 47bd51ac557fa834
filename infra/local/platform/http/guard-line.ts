import type { MiddlewareHandler } from "hono";
import type { PlatformEnv } from "./context.ts";

/** Puts the guard line before the JSON of every successful GET (the API document, §2.6), never before bytes or errors. */
export function addGuardLine(
  guardLine: string,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    await next();
    const isJson =
      c.res.headers.get("content-type")?.startsWith("application/json") ===
      true;
    if (c.req.method === "GET" && c.res.ok && isJson) {
      const line = c.get("guardLine") ?? guardLine;
      c.res = new Response(line + (await c.res.text()), c.res);
    }
  };
}
