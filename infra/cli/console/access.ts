import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { requireSameOrigin } from "../../pages/page-headers.ts";
import { createSessions, sessionLifetimeMs } from "../../pages/sessions.ts";

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

/** A key that opens the console once. Making a new one ends the one before. */
function createSingleUseKey() {
  let expected: Buffer | undefined;
  return {
    /** Returns the new key: 256 random bits. */
    renew(): string {
      const key = randomBytes(32).toString("base64url");
      expected = hashOf(key);
      return key;
    },

    /** Whether the key is the current one. Afterwards the key is not valid any more. */
    use(given: string): boolean {
      if (expected === undefined) return false;
      if (!timingSafeEqual(hashOf(given), expected)) return false;
      expected = undefined;
      return true;
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

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
