import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { neverStore, restrictContent } from "../../pages/page-headers.ts";
import { createAssets } from "../../pages/assets.ts";
import type { Api, Call, PlatformContext } from "../http/context.ts";
import { refuse } from "../http/errors.ts";
import { mayFind } from "../http/permissions.ts";
import { identifyRequester, requesterOf } from "../http/requester.ts";
import { ContentPage } from "./content-page.tsx";
import { DirectoryPage } from "./directory-page.tsx";
import { MessagePage } from "./components/layout.tsx";
import { ProfilePage } from "./profile-page.tsx";
import type { Site } from "./views/people.ts";

const pagePaths = ["/people/*", "/contents/*", "/sign-in"];

/**
 * The pages for a browser. The `html` resources of people and contents lead here (docs/interface.md, §2.3). A page needs a
 * signed-in person, as the API does, and shows what the API would show to the same person. A browser asks its user for
 * the name and the password, and sends them with each request (RFC 7617).
 */
export function createPages(context: PlatformContext): Api {
  const routes: Api = new Hono({ strict: false });

  routes.use("/", restrictContent);
  routes.use("/pages/*", restrictContent);
  for (const path of pagePaths)
    routes.use(
      path,
      restrictContent,
      neverStore,
      identifyRequester(context),
      async (c, next) => {
        // Refuses a request without valid credentials.
        requesterOf(c);
        await next();
      },
    );

  routes.get("/", (c) => c.redirect("/people"));
  // A browser forgets a name and a password that are refused, and asks for others.
  routes.get("/sign-in", (c) =>
    c.req.query("instead-of") === requesterOf(c).svc.username
      ? refuse(401, "Sign in as another person.")
      : c.redirect("/people"),
  );
  routes.route("/pages", createAssets(`${import.meta.dirname}/icon.svg`));
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

function addPages(routes: Api, context: PlatformContext): void {
  const { state } = context;
  const siteOf = (c: Call): Site => ({ context, viewer: requesterOf(c) });
  const personOfPath = (c: Call) => {
    const person = state.personByUsername(c.req.param("username") ?? "");
    return person && mayFind(requesterOf(c), person) ? person : notFound();
  };

  routes.get("/people", (c) =>
    c.html(<DirectoryPage site={siteOf(c)} query={c.req.query()} />),
  );
  routes.get("/people/:username", (c) =>
    c.html(<ProfilePage site={siteOf(c)} stored={personOfPath(c)} />),
  );
  routes.get("/people/:username/avatar", (c) => {
    const image = state.images.of(personOfPath(c).id).at(-1) ?? notFound();
    return c.body(image.bytes, 200, { "content-type": image.contentType });
  });
  routes.get("/contents/:id", (c) => {
    const content = state.contents.get(c.req.param("id")) ?? notFound();
    return c.html(<ContentPage site={siteOf(c)} content={content} />);
  });
  routes.notFound(notFound);
}

function notFound(): never {
  throw new HTTPException(404);
}
