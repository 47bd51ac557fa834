import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createSessions, sessionLifetimeMs } from "../../../pages/sessions.ts";
import { createSingleUseKey } from "./single-use-key.ts";

const cookieName = "console-session";
const owner = "operator";

export type Access = ReturnType<typeof createAccess>;

/**
 * Who may use the console: a browser that has opened the single-use link and keeps the cookie that it got.
 *
 * All paths lie below a random one. Browsers send a cookie to every port of a host, so another user of the machine
 * could collect it with a server of their own; its path keeps it from URLs that do not begin with the random one.
 */
export function createAccess(nowMs: () => number) {
  const root = `/${randomBytes(16).toString("base64url")}`;
  const key = createSingleUseKey();
  const sessions = createSessions(nowMs);
  const cookieOptions = {
    httpOnly: true,
    sameSite: "Strict",
    path: root,
  } as const;

  const hasSession = (c: Context) =>
    sessions.ownerOf(getCookie(c, cookieName) ?? "") === owner;

  return {
    /** The path of the console, without a slash at its end. */
    root,

    /** The path and query of a link that opens the console once. A link that was made before does not work any more. */
    renewLink: () => `${root}/open?key=${key.renew()}`,

    /** Whether the request may see the pages. The link starts a session. */
    open(c: Context): boolean {
      if (hasSession(c)) return true;
      if (!key.use(c.req.query("key") ?? "")) return false;
      setCookie(c, cookieName, sessions.start(owner), {
        ...cookieOptions,
        maxAge: sessionLifetimeMs / 1000,
      });
      return true;
    },

    hasSession,

    signOut(c: Context): void {
      sessions.end(getCookie(c, cookieName) ?? "");
      deleteCookie(c, cookieName, cookieOptions);
    },
  };
}
