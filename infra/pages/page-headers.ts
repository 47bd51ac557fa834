import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";

/** Says what a browser may load for a page, and that no other page may show it in a frame. */
const createRestriction = (scripts: Record<string, string[]>) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...scripts,
    },
    xFrameOptions: "DENY",
    referrerPolicy: "same-origin",
    // Without TLS, browsers ignore the header.
    strictTransportSecurity: false,
  });

/** A page loads only its own style and images. A browser runs no script on it. */
export const restrictContent = createRestriction({});

/** A page also runs our own script file, which may read our own pages. A script inside a page does not run. */
export const restrictToOwnScript = createRestriction({
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
});

/**
 * Refuses requests of other sites, to which a browser would add the cookie or the password of our own site.
 *
 * @param mayNameNone - whether a request is ours although it names no site in its header Origin
 */
export const refuseOtherSites =
  (mayNameNone: (c: Context) => boolean): MiddlewareHandler =>
  (c, next) => {
    const origin = c.req.header("origin");
    const isOwn = origin === new URL(c.req.url).origin;
    if (isOwn || (origin === undefined && mayNameNone(c))) return next();
    throw new HTTPException(403, { message: "Another site sent the request." });
  };

/** A page depends on the viewer, so neither a browser nor a proxy may store it. */
export const neverStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};
