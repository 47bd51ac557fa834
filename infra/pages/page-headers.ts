import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** A page loads only its own style and images. A browser runs no script on it and shows it in no frame. */
export const restrictContent = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: "DENY",
  referrerPolicy: "same-origin",
  // Without TLS, browsers ignore the header.
  strictTransportSecurity: false,
});

/** A page depends on the viewer, so neither a browser nor a proxy may store it. */
export const neverStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};
