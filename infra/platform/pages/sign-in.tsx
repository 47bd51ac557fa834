import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { requireSameOrigin } from "../../pages/page-headers.ts";
import { sessionLifetimeMs, type Sessions } from "../../pages/sessions.ts";
import { readForm } from "../http/body.ts";
import type { Api, PlatformContext, PlatformEnv } from "../http/context.ts";
import { signIn } from "../http/requester.ts";
import { Layout } from "./components/layout.tsx";

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

/** The sign-in form and the way out. */
export function addSignIn(
  routes: Api,
  context: PlatformContext,
  sessions: Sessions,
): void {
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
      // In place of the session that the browser has, so a session id never outlives a sign-in.
      sessions.end(getCookie(c, cookieName) ?? "");
      setCookie(c, cookieName, sessions.start(person.id), {
        ...cookieOptions(c),
        maxAge: sessionLifetimeMs / 1000,
      });
      return c.redirect(returnPath, 303);
    }
    // Not 401: RFC 9110, §15.5.2, wants a challenge with it, and a browser answers a challenge with a box of its own.
    return c.html(
      <SignInPage returnPath={returnPath} failedUsername={username} />,
      422,
    );
  });

  routes.post("/sign-out", requireSameOrigin, (c) => {
    sessions.end(getCookie(c, cookieName) ?? "");
    deleteCookie(c, cookieName, cookieOptions(c));
    return c.redirect("/sign-in?signed-out", 303);
  });
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
  const site = new URL(siteUrl);
  const url = URL.parse(asked ?? defaultPath, siteUrl);
  return url?.origin === site.origin && pagePattern.test(url.pathname)
    ? url.pathname + url.search
    : defaultPath;
}

type SignInPageProps = {
  /** The page to open afterwards. */
  returnPath: string;
  /** The username of an attempt that failed, to be corrected. The page never repeats the password. */
  failedUsername?: string;
  notice?: string;
};

/** A form that works without scripts. After a failure, the focus is on the password, which has to be typed again. */
function SignInPage({ returnPath, failedUsername, notice }: SignInPageProps) {
  const hasFailed = failedUsername !== undefined;
  const field = {
    required: true,
    ...(hasFailed && { "aria-invalid": true, "aria-describedby": "error" }),
  };
  return (
    <Layout title={hasFailed ? "Sign-in failed" : "Sign in"} site={undefined}>
      <div class="panel narrow sign-in">
        <h1>Sign in</h1>
        {notice && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
        {hasFailed && (
          <p class="notice bad" id="error" role="alert">
            The username or the password is wrong, or the account is disabled.
          </p>
        )}
        <form class="flow" action="/sign-in" method="post">
          <input type="hidden" name="to" value={returnPath} />
          <div>
            <label for="username">Username</label>
            <input
              id="username"
              name="username"
              type="text"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              value={failedUsername ?? ""}
              autofocus={!failedUsername}
              {...field}
            />
          </div>
          <div>
            <label for="password">Password</label>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              autofocus={Boolean(failedUsername)}
              {...field}
            />
          </div>
          <button type="submit">Sign in</button>
        </form>
      </div>
    </Layout>
  );
}
