import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

export const apiPath = "/api/core/v3";

/** The route of a request as the API document writes it, such as "/people/{personID}"; the bare path where none matches. */
export function routeTemplateOf(c: Context): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  const path = route?.path ?? c.req.path;
  const relative = path.startsWith(`${apiPath}/`)
    ? path.slice(apiPath.length)
    : path;
  return route === undefined
    ? relative
    : relative.replaceAll(/:(\w+)/g, "{$1}");
}
