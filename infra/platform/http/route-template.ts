import type { Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import type { PlatformEnv } from "./context.ts";

export const apiPath = "/api/core/v3";

/** The route of a request as a template, such as "/people/{personID}". The plain path if no route matches. */
export function routeTemplateOf(c: Context): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return route === undefined ? belowApi(c.req.path) : templateOf(route.path);
}

/** Every route of the API and the login, as templates. */
export function routesOf(
  app: Hono<PlatformEnv>,
): { method: string; path: string }[] {
  return app.routes
    .filter(
      ({ method, path }) =>
        method !== "ALL" &&
        (path.startsWith(`${apiPath}/`) || path === "/login"),
    )
    .map(({ method, path }) => ({ method, path: templateOf(path) }));
}

function templateOf(path: string): string {
  return belowApi(path).replaceAll(/:(\w+)/g, "{$1}");
}

function belowApi(path: string): string {
  return path.startsWith(`${apiPath}/`) ? path.slice(apiPath.length) : path;
}
