import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { neverStore, restrictContent } from "../../pages/page-headers.ts";
import { createAssets } from "../../pages/assets.ts";
import { createSessions } from "../../pages/sessions.ts";
import type {
  Api,
  Call,
  PlatformContext,
  PlatformEnv,
} from "../http/context.ts";
import { identifyRequester, requesterOf } from "../http/requester.ts";
import { ContentPage } from "./content-page.tsx";
import { ContentsPage, DirectoryPage } from "./list-page.tsx";
import { MessagePage } from "./components/layout.tsx";
import { PlacePage } from "./place-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { addSignIn, identifyBySession } from "./sign-in.tsx";
import { requirePerson, type Site } from "./views/people.ts";

/** The pages that need a signed-in person. */
const pagePaths = ["/people/*", "/contents/*", "/places/*"];

/**
 * The pages for a browser. The `html` resources of people, contents and places lead here (docs/interface.md, §2.3). A
 * page needs a signed-in person, as the API does, and shows what the API would show to the same person.
 */
export function createPages(context: PlatformContext): Api {
  const routes: Api = new Hono();
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
  addSignIn(routes, context, sessions);
  addPages(routes, context);

  routes.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 500;
    if (status === 500) console.error(error);
    if (status === 401) {
      c.header("www-authenticate", 'Basic realm="community", charset="UTF-8"');
    }
    const viewer = c.get("requester");
    const site = viewer && { context, viewer };
    return c.html(<MessagePage status={status} site={site} />, status);
  });

  return routes;
}

/** The directory and the list of contents, and a page for each person, each content and each place. */
function addPages(routes: Api, context: PlatformContext): void {
  const { state } = context;
  const siteOf = (c: Call): Site => ({ context, viewer: requesterOf(c) });
  const personOfPath = (c: Call) =>
    requirePerson(siteOf(c), c.req.param("username") ?? "");

  routes.get("/people", (c) =>
    c.html(<DirectoryPage site={siteOf(c)} query={c.req.query()} />),
  );
  routes.get("/people/:username", (c) =>
    c.html(<ProfilePage site={siteOf(c)} stored={personOfPath(c)} />),
  );
  // The page can't show the image at the API's address: the API does not accept the session cookie.
  routes.get("/people/:username/avatar", (c) => {
    const image = state.images.of(personOfPath(c).id).at(-1) ?? notFound();
    return c.body(image.bytes, 200, { "content-type": image.contentType });
  });
  routes.get("/contents", (c) =>
    c.html(<ContentsPage site={siteOf(c)} query={c.req.query()} />),
  );
  routes.get("/contents/:id", (c) => {
    const content = state.contents.get(c.req.param("id")) ?? notFound();
    return c.html(<ContentPage site={siteOf(c)} content={content} />);
  });
  routes.get("/places/:id", (c) => {
    const place = state.places.get(c.req.param("id")) ?? notFound();
    return c.html(<PlacePage site={siteOf(c)} place={place} />);
  });
  for (const path of pagePaths) routes.get(path, notFound);
}

function notFound(): never {
  throw new HTTPException(404);
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
