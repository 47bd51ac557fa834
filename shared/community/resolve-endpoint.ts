import type { ResourceLinks } from "./entity.ts";
import { ApiShapeError, NotAllowedError } from "./errors.ts";
import type { Call } from "./transport.ts";

/** An object from the platform, with links to its related resources (docs/interface.md, §2.3). */
export type LinkedObject = {
  id: string;
  resources?: ResourceLinks | undefined;
};

/** An id, or the object itself. The refs and the `allowed` verbs of an object are followed. */
export type Target =
  string | { id?: string | undefined; resources?: ResourceLinks | undefined };

/** The URL of a call, and its path in errors and hooks. */
export type Endpoint = Pick<Call, "url" | "path">;

/**
 * Finds the URL of a call. When the target is an object with `resources`, the URL is its `resources.<name>.ref`. A path
 * is built only from an id, or when the platform gave no `resources`.
 *
 * @param template - path below `/api/core/v3` with one parameter, e.g. `/people/{personID}/images`
 * @throws NotAllowedError when the object has no such resource, or the verb is not in its `allowed`
 * @throws ApiShapeError when the ref is not a URL
 * @throws TypeError when there is neither a ref nor a valid id
 */
export function resolveEndpoint(
  apiUrl: URL,
  target: Target,
  resource: string,
  method: Call["method"],
  template: string,
): Endpoint {
  if (typeof target === "string")
    return buildEndpoint(apiUrl, template, target);
  if (target?.resources === undefined)
    return buildEndpoint(apiUrl, template, target?.id);
  return resolveRef(apiUrl, target, resource, method, template);
}

/**
 * Finds the URL that the ref of a related object or action gives.
 *
 * @param path - the path in errors and hooks; the ref itself may contain ids and queries
 * @throws NotAllowedError when the object has no such resource, or the verb is not in its `allowed`
 * @throws ApiShapeError when the ref is not a URL
 */
export function resolveRef(
  apiUrl: URL,
  object: Pick<LinkedObject, "resources">,
  resource: string,
  method: Call["method"],
  path: string,
): Endpoint {
  const link = object.resources?.[resource];
  const attempted = { method, path };
  // An empty ref would resolve to the API's own URL.
  if (!link?.ref)
    throw new NotAllowedError(
      attempted,
      `the platform offers no "${resource}" resource here`,
    );
  if (link.allowed && !link.allowed.includes(method))
    throw new NotAllowedError(
      attempted,
      `the platform allows only ${link.allowed.join(", ") || "nothing"} on "${resource}"`,
    );
  return { url: resolveLink(attempted, link.ref, apiUrl), path };
}

/** Whether an object lists its resources, and this one is not among them. */
export function isNotOffered(target: Target, resource: string): boolean {
  if (typeof target === "string" || target?.resources === undefined)
    return false;
  return !(resource in target.resources);
}

/**
 * Resolves a link from the platform: a ref, a `next` or a Location, absolute or relative to `base`. The transport
 * decides whether credentials may be sent to it.
 *
 * @throws ApiShapeError when the link is not a URL. The error of `new URL` would quote the link with its query.
 */
export function resolveLink(
  call: Pick<Call, "method" | "path">,
  link: string,
  base: URL,
): URL {
  const url = URL.parse(link, base.href);
  if (url === null) throw new ApiShapeError(call, ["a link that is not a URL"]);
  return url;
}

/**
 * Fills the one parameter of a template, if it has one.
 *
 * @throws TypeError when the id is not a string, is empty, or would change the path: `.` and `..` survive
 *   percent-encoding, and half a surrogate pair cannot be encoded
 */
export function buildEndpoint(
  apiUrl: URL,
  template: string,
  id?: string,
): Endpoint {
  const path = template.replace(/\{\w+\}/, (parameter) => {
    if (typeof id === "string" && id.isWellFormed() && !/^\.{0,2}$/.test(id))
      return encodeURIComponent(id);
    throw new TypeError(`${parameter} of ${template} must be a valid id`);
  });
  return { url: new URL(apiUrl.href + path), path: template };
}
