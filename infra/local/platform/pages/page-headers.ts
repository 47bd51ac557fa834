import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** The pages need nothing but their own style and images, and nothing else may run, load or frame. */
export const onlyOurOwn = secureHeaders({
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
  // Loopback has no https.
  strictTransportSecurity: false,
});

/** What a page shows depends on who asks. */
export const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};
