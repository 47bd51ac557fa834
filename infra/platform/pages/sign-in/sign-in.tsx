import { Hono } from "hono";
import { readForm } from "../../http/body.ts";
import type { PlatformContext, PlatformEnv } from "../../http/context.ts";
import { signIn } from "../../http/requester.ts";
import { requireSameOrigin } from "../../../pages/same-origin.ts";
import type { Sessions } from "../../../pages/sessions.ts";
import { endSession, startSession } from "./session-cookie.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** The sign-in form and the way out. */
export function createSignIn(
  context: PlatformContext,
  sessions: Sessions,
): Hono<PlatformEnv> {
  const routes = new Hono<PlatformEnv>();

  routes.get("/sign-in", (c) => {
    const returnPath = readReturnPath(c.req.query("to"), c.req.url);
    if (c.get("requester") !== undefined) return c.redirect(returnPath);
    const isSignedOut = c.req.query("signed-out") !== undefined;
    return c.html(
      <SignInPage
        returnPath={returnPath}
        {...(isSignedOut && { notice: "You are signed out." })}
      />,
    );
  });

  routes.post("/sign-in", requireSameOrigin, async (c) => {
    const form = await readForm(c);
    const returnPath = readReturnPath(form.get("to"), c.req.url);
    const username = form.get("username") ?? "";
    const person = signIn(context, username, form.get("password") ?? "");
    if (person !== undefined) {
      startSession(c, sessions, person.id);
      return c.redirect(returnPath, 303);
    }
    // Not 401: RFC 9110, §15.5.2, wants a challenge with it, and a browser answers a challenge with a box of its own.
    return c.html(
      <SignInPage returnPath={returnPath} failedUsername={username} />,
      422,
    );
  });

  routes.post("/sign-out", requireSameOrigin, (c) => {
    endSession(c, sessions);
    return c.redirect("/sign-in?signed-out", 303);
  });

  return routes;
}

const defaultPath = "/people";
const pagePattern = /^\/(people|contents|places)(\/|$)/;

/**
 * The path and query to open after signing in. It is always one of our own pages, whatever `asked` says: another
 * origin, a path that a browser would read as one ("//host", "/\host"), or a path of the API become the directory.
 */
function readReturnPath(
  asked: string | null | undefined,
  siteUrl: string,
): string {
  if (asked === null || asked === undefined || !URL.canParse(asked, siteUrl)) {
    return defaultPath;
  }
  const { origin, pathname, search } = new URL(asked, siteUrl);
  const isOurPage =
    origin === new URL(siteUrl).origin && pagePattern.test(pathname);
  return isOurPage ? pathname + search : defaultPath;
}
