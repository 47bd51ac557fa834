import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { requesterOf } from "../http/requester.ts";
import { findPeople } from "./views/directory.ts";
import { DirectoryPage } from "./directory-page.tsx";
import { requirePerson, viewPerson } from "./views/person-view.ts";
import { ProfilePage } from "./profile-page.tsx";
import { viewProfile } from "./views/profile.ts";

/** The directory, and below it a page for each person with the person's portrait. */
export function createPeoplePages(context: PlatformContext): Hono<PlatformEnv> {
  const routes = new Hono<PlatformEnv>();
  const personOfPath = (c: Context<PlatformEnv>) =>
    requirePerson(context, requesterOf(c), c.req.param("username") ?? "");

  routes.get("/people", (c) => {
    const requester = requesterOf(c);
    const directory = findPeople(context, requester, c.req.query());
    const viewer = viewPerson(context, requester, requester);
    return c.html(<DirectoryPage viewer={viewer} directory={directory} />);
  });

  routes.get("/people/:username", (c) => {
    const requester = requesterOf(c);
    const profile = viewProfile(context, requester, personOfPath(c));
    const viewer = viewPerson(context, requester, requester);
    return c.html(<ProfilePage viewer={viewer} profile={profile} />);
  });

  // The page can't show the image at the API's address: the API does not accept the session cookie.
  routes.get("/people/:username/avatar", (c) => {
    const image = context.state.images.of(personOfPath(c).id).at(-1);
    if (image === undefined) throw new HTTPException(404);
    return c.body(image.bytes, 200, { "content-type": image.contentType });
  });

  return routes;
}
