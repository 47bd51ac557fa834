import { NotAllowedError } from "./errors.ts";
import { follow } from "./follow.ts";
import type { Resources } from "./resources.ts";
import type { Call } from "./transport.ts";

/** Something the platform gave us, with the links that lead on from it (the API document, §2.3). */
export type Linked = { id: string; resources?: Resources | undefined };

/** An id where that is all we have; else the object, whose refs and `allowed` are followed. */
export type Target =
  string | { id?: string | undefined; resources?: Resources | undefined };

/** Where a call goes, and what errors and hooks call it. */
export type Endpoint = Pick<Call, "url" | "path">;

/**
 * Where a call goes. With an object at hand its `resources.<name>.ref` leads; a path is built only from a bare id, or
 * where the platform gave no `resources` at all.
 *
 * @param template - path below `/api/core/v3` with one parameter, e.g. `/people/{personID}/images`
 * @throws NotAllowedError when the object has no such resource, or the verb is not in its `allowed`
 * @throws ApiShapeError when the ref is no URL
 * @throws TypeError when there is neither a ref nor a proper id
 */
export function resolveEndpoint(
  apiUrl: URL,
  target: Target,
  resource: string,
  method: Call["method"],
  template: string,
): Endpoint {
  if (typeof target === "string") return build(apiUrl, template, target);
  if (target?.resources === undefined)
    return build(apiUrl, template, target?.id);
  return resolveRef(apiUrl, target, resource, method, template);
}

/**
 * Where the ref of a related object or action leads.
 *
 * @param path - what errors and hooks call it; a ref itself may hold ids and queries
 * @throws NotAllowedError when the object has no such resource, or the verb is not in its `allowed`
 * @throws ApiShapeError when the ref is no URL
 */
export function resolveRef(
  apiUrl: URL,
  object: Pick<Linked, "resources">,
  resource: string,
  method: Call["method"],
  path: string,
): Endpoint {
  const link = object.resources?.[resource];
  const attempted = { method, path };
  // An empty ref would lead to the API itself.
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
  return { url: follow(attempted, link.ref, apiUrl), path };
}

/**
 * Fills the one parameter of a template, if it has one.
 *
 * @throws TypeError for an id that is no text, is empty, or would change the path (`.` and `..` survive
 *   percent-encoding, half a surrogate pair has none)
 */
export function build(apiUrl: URL, template: string, id?: string): Endpoint {
  const path = template.replace(/\{\w+\}/, (parameter) => {
    if (typeof id === "string" && id.isWellFormed() && !/^\.{0,2}$/.test(id))
      return encodeURIComponent(id);
    throw new TypeError(`${parameter} of ${template} must be a proper id`);
  });
  return { url: new URL(apiUrl.href + path), path: template };
}
