import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { neverStore, restrictContent } from "../../pages/page-headers.ts";
import { createAssets } from "../../pages/assets.ts";
import { createSessions } from "../../pages/sessions.ts";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { identifyRequester } from "../http/requester.ts";
import { createContentPages } from "./content-pages.tsx";
import { MessagePage } from "./message-page.tsx";
import { createPeoplePages } from "./people-pages.tsx";
import { viewPerson } from "./views/person-view.ts";
import { identifyBySession } from "./sign-in/session-cookie.ts";
import { createSignIn } from "./sign-in/sign-in.tsx";

/** The pages that need a signed-in person. */
const pagePaths = ["/people/*", "/contents/*", "/places/*"];

/**
 * The pages for a browser. The `html` resources of people, contents and places lead here (docs/interface.md, §2.3). A
 * page needs a signed-in person, as the API does, and shows what the API would show to the same person.
 */
export function createPages(context: PlatformContext): Hono<PlatformEnv> {
  const routes = new Hono<PlatformEnv>();
  const sessions = createSessions(context.options.nowMs);

  routes.use("/", restrictContent);
  routes.use("/pages/*", restrictContent);
  for (const path of pagePaths) {
    routes.use(path, restrictContent, neverStore);
    routes.use(path, identifyRequester(context));
    routes.use(path, identifyBySession(context, sessions), requireViewer);
  }
  for (const path of ["/sign-in", "/sign-out"]) {
    routes.use(path, restrictContent, neverStore);
    routes.use(path, identifyBySession(context, sessions));
  }

  routes.get("/", (c) => c.redirect("/people"));
  routes.route("/pages", createAssets(`${import.meta.dirname}/icon.svg`));
  routes.route("/", createSignIn(context, sessions));
  routes.route("/", createPeoplePages(context));
  routes.route("/", createContentPages(context));
  for (const path of pagePaths) {
    routes.get(path, () => {
      throw new HTTPException(404);
    });
  }

  routes.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 500;
    if (status === 500) console.error(error);
    if (status === 401) {
      c.header("www-authenticate", 'Basic realm="community", charset="UTF-8"');
    }
    const requester = c.get("requester");
    return c.html(
      <MessagePage
        status={status}
        viewer={requester && viewPerson(context, requester, requester)}
      />,
      status,
    );
  });

  return routes;
}

/**
 * Sends a browser to the sign-in form. Only a request that came with credentials, such as a script's, gets 401 with the
 * challenge that RFC 9110, §15.5.2, demands: a browser would answer the challenge with a box of its own.
 */
const requireViewer: MiddlewareHandler<PlatformEnv> = async (c, next) => {
  if (c.get("requester") !== undefined) return next();
  if (c.req.header("authorization") !== undefined) throw new HTTPException(401);
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/sign-in?to=${encodeURIComponent(pathname + search)}`);
};
