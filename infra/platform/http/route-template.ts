import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

export const apiPath = "/api/core/v3";

/** The route of a request as a template, such as "/people/{personID}". The plain path if no route matches. */
export function routeTemplateOf(c: Context): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return route === undefined
    ? belowApi(c.req.path)
    : belowApi(route.path).replaceAll(/:(\w+)/g, "{$1}");
}

function belowApi(path: string): string {
  return path.startsWith(`${apiPath}/`) ? path.slice(apiPath.length) : path;
}
