import type { MiddlewareHandler } from "hono";

/** Puts the guard line before the JSON of every successful GET (the API document, §2.6), never before bytes or errors. */
export function addGuardLine(guardLine: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isJson =
      c.res.headers.get("content-type")?.startsWith("application/json") ===
      true;
    if (c.req.method === "GET" && c.res.ok && isJson) {
      c.res = new Response(guardLine + (await c.res.text()), c.res);
    }
  };
}
