import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";

/**
 * Refuses a form that another site sent. Browsers send the Origin header with every POST; the cookie's SameSite
 * attribute alone would protect neither a form that needs no cookie nor, because it ignores the port, a site on another
 * port of the same host.
 */
export const requireSameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.header("origin") !== new URL(c.req.url).origin) {
    throw new HTTPException(403, { message: "Another site sent the form." });
  }
  await next();
};
