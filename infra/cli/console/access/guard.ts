import type { MiddlewareHandler } from "hono";
import { requireSameOrigin } from "../../../pages/same-origin.ts";

/**
 * Refuses a request for another host. A site whose name leads to this machine (DNS rebinding) could otherwise read the
 * pages with a script of its own.
 *
 * @see RFC 9110, §7.4 and §15.5.20
 */
export function requireHost(host: string): MiddlewareHandler {
  return async (c, next) =>
    c.req.header("host") === host
      ? next()
      : c.text(`Open the console at http://${host}, with its link.\n`, 421);
}

/**
 * Refuses requests of other sites. A POST must name our own origin. A GET or a HEAD must name our own origin or none.
 */
export const refuseOtherOrigins: MiddlewareHandler = (c, next) => {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  return isRead && c.req.header("origin") === undefined
    ? next()
    : requireSameOrigin(c, next);
};
