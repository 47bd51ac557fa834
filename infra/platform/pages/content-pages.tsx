import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { requesterOf } from "../http/requester.ts";
import { ContentIndexPage } from "./content-index-page.tsx";
import { findContents, requirePlace } from "./views/content-index.ts";
import { ContentPage } from "./content-page.tsx";
import { viewContentDetails } from "./views/content.ts";
import { viewPerson } from "./views/person-view.ts";
import { PlacePage } from "./place-page.tsx";
import { viewPlace } from "./views/place.ts";

/** The list of contents, and a page for each content and each place. */
export function createContentPages(
  context: PlatformContext,
): Hono<PlatformEnv> {
  const routes = new Hono<PlatformEnv>();

  routes.get("/contents", (c) => {
    const requester = requesterOf(c);
    const index = findContents(context, requester, c.req.query());
    const viewer = viewPerson(context, requester, requester);
    return c.html(<ContentIndexPage viewer={viewer} index={index} />);
  });

  routes.get("/contents/:id", (c) => {
    const requester = requesterOf(c);
    const stored = context.state.contents.get(c.req.param("id"));
    if (stored === undefined) throw new HTTPException(404);
    const details = viewContentDetails(context, requester, stored);
    const viewer = viewPerson(context, requester, requester);
    return c.html(<ContentPage viewer={viewer} details={details} />);
  });

  routes.get("/places/:id", (c) => {
    const requester = requesterOf(c);
    const place = requirePlace(context, c.req.param("id"));
    const details = viewPlace(context, requester, place);
    const viewer = viewPerson(context, requester, requester);
    return c.html(<PlacePage viewer={viewer} details={details} />);
  });

  return routes;
}
