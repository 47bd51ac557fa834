import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hourMs } from "../../../shared/durations.ts";

const cookieName = "console-session";
const sessionLifetimeMs = 8 * hourMs;

export type Access = ReturnType<typeof createAccess>;

/**
 * Who may use the console: a browser that has opened the single-use link and keeps the cookie that it got.
 *
 * All paths lie below a random one. Browsers send a cookie to every port of a host, so another user of the machine
 * could collect it with a server of their own. The path of the cookie prevents this: that user does not know the path.
 */
export function createAccess(nowMs: () => number) {
  const root = `/${randomBytes(16).toString("base64url")}`;
  const cookieOptions = {
    httpOnly: true,
    sameSite: "Strict",
    path: root,
  } as const;
  /** The key in the newest link, until a browser has opened it. */
  let key: string | undefined;
  /** When each session ends, by the value of its cookie. */
  const sessions = new Map<string, number>();

  const hasSession = (c: Context) =>
    nowMs() < (sessions.get(getCookie(c, cookieName) ?? "") ?? 0);

  return {
    /** The path of the console, without a slash at its end. */
    root,

    /** The path and query of a link that opens the console once. A link that was made before does not work any more. */
    renewLink(): string {
      key = randomText();
      return `${root}/open?key=${key}`;
    },

    /** Whether the request may see the pages. A request of the link starts a session. */
    admit(c: Context): boolean {
      if (hasSession(c)) return true;
      // Hashes have one length, as `timingSafeEqual` needs.
      const given = hashOf(c.req.query("key") ?? "");
      if (key === undefined || !timingSafeEqual(given, hashOf(key)))
        return false;
      key = undefined;
      const session = randomText();
      sessions.set(session, nowMs() + sessionLifetimeMs);
      setCookie(c, cookieName, session, {
        ...cookieOptions,
        maxAge: sessionLifetimeMs / 1000,
      });
      return true;
    },

    hasSession,

    signOut(c: Context): void {
      const session = deleteCookie(c, cookieName, cookieOptions);
      sessions.delete(session ?? "");
    },
  };
}

/** 256 random bits. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Refuses a request for another host. Without this, a site whose name leads to this machine (DNS rebinding) could read
 * the pages with a script of its own.
 *
 * @see RFC 9110, §7.4 and §15.5.20
 */
export function requireHost(host: string): MiddlewareHandler {
  return async (c, next) =>
    c.req.header("host") === host
      ? next()
      : c.text(`Open the console at http://${host}, with its link.\n`, 421);
}
