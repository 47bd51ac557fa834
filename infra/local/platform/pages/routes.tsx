import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { identifyRequester, requesterOf } from "../http/requester.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { mayFind } from "../http/visibility.ts";
import { findPeople } from "./directory.ts";
import { DirectoryPage } from "./directory-page.tsx";
import { MessagePage } from "./message-page.tsx";
import { viewPerson } from "./person-view.ts";
import { neverStored, onlyOurOwn } from "./page-headers.ts";
import { ProfilePage } from "./profile-page.tsx";
import { viewProfile } from "./profile.ts";

/**
 * What people see in a browser: the directory at /people, and the `html` resource of everybody below it. Pages are for
 * signed-in people, as the API is, and show what the API would show to the same requester.
 */
export function createPages(context: PlatformContext): Hono<PlatformEnv> {
  const { state } = context;
  const routes = new Hono<PlatformEnv>();
  const viewer = (c: Context<PlatformEnv>) =>
    viewPerson(context, requesterOf(c), requesterOf(c));

  const forPeopleWeKnow: MiddlewareHandler<PlatformEnv> = async (c, next) => {
    requesterOf(c);
    await next();
  };

  routes.use("/", onlyOurOwn);
  routes.use("/pages/*", onlyOurOwn);
  routes.use("/people/*", onlyOurOwn, neverStored);
  routes.use("/people/*", identifyRequester(context), forPeopleWeKnow);

  routes.get("/", (c) => c.redirect("/people"));
  routes.get("/pages/style.css", (c) =>
    c.body(assets.style, 200, { "content-type": "text/css; charset=UTF-8" }),
  );
  routes.get("/pages/icon.svg", (c) =>
    c.body(assets.icon, 200, { "content-type": "image/svg+xml" }),
  );

  routes.get("/people", (c) => {
    const directory = findPeople(context, requesterOf(c), c.req.query());
    return c.html(<DirectoryPage viewer={viewer(c)} directory={directory} />);
  });

  routes.get("/people/:username", (c) => {
    const requester = requesterOf(c);
    const profile = viewProfile(context, requester, personOfUsername(c));
    return c.html(<ProfilePage viewer={viewer(c)} profile={profile} />);
  });

  // The API's own address of the image is outside the part of the site where a browser sends the password unasked.
  routes.get("/people/:username/avatar", (c) => {
    const image = state.images.ownedBy(personOfUsername(c).id).at(-1);
    if (image === undefined) throw new HTTPException(404);
    return c.body(image.bytes, 200, { "content-type": image.contentType });
  });

  routes.get("/people/*", () => {
    throw new HTTPException(404);
  });

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

  function personOfUsername(c: Context<PlatformEnv>): StoredPerson {
    const person = state.personByUsername(c.req.param("username") ?? "");
    if (person === undefined || !mayFind(requesterOf(c), person)) {
      throw new HTTPException(404);
    }
    return person;
  }

  return routes;
}

const assets = {
  style: readAsset("style.css"),
  icon: readAsset("icon.svg"),
};

function readAsset(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}
