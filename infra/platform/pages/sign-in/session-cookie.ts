import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { PlatformContext, PlatformEnv } from "../../http/context.ts";
import { sessionLifetimeMs, type Sessions } from "../../../pages/sessions.ts";

const cookieName = "community-session";

/**
 * Identifies the person by the session cookie if the request has no Authorization header. Only pages use this: the API
 * does not accept the cookie.
 */
export function identifyBySession(
  { state }: PlatformContext,
  sessions: Sessions,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    const id = getCookie(c, cookieName);
    if (id !== undefined && c.req.header("authorization") === undefined) {
      const person = state.person(sessions.ownerOf(id) ?? "");
      c.set("requester", person?.svc.enabled === true ? person : undefined);
    }
    await next();
  };
}

/** Starts a session in place of the one that the browser has, so a session id never outlives a sign-in. */
export function startSession(
  c: Context,
  sessions: Sessions,
  personID: string,
): void {
  sessions.end(getCookie(c, cookieName) ?? "");
  setCookie(c, cookieName, sessions.start(personID), {
    ...cookieOptions(c),
    maxAge: sessionLifetimeMs / 1000,
  });
}

export function endSession(c: Context, sessions: Sessions): void {
  sessions.end(getCookie(c, cookieName) ?? "");
  deleteCookie(c, cookieName, cookieOptions(c));
}

/** On loopback without TLS, some browsers drop a cookie that is marked Secure. */
function cookieOptions(c: Context): CookieOptions {
  return {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    secure: c.req.url.startsWith("https:"),
  };
}
