import { NotAllowedError } from "./errors.ts";
import { follow } from "./follow.ts";
import type { Resources } from "./resources.ts";
import type { Call } from "./transport.ts";

/** Something the platform gave us, with the links that lead on from it (the API document, §2.3). */
export type Linked = { id: string; resources?: Resources | undefined };

/** An id where that is all we have; else the object, whose refs and `allowed` are followed. */
export type Target = string | Linked;

type Place = Pick<Call, "url" | "path">;

/**
 * Where a call goes. With an object at hand its `resources.<name>.ref` leads; a path is built only from a bare id, or
 * where the platform gave no `resources` at all.
 *
 * @param template - path below `/api/core/v3` with one parameter, e.g. `/people/{personID}/images`
 * @throws NotAllowedError when the object has no such resource, or the verb is not in its `allowed`
 * @throws ApiShapeError when the ref is no URL
 */
export function locate(
  apiUrl: URL,
  target: Target,
  resource: string,
  method: Call["method"],
  template: string,
): Place {
  if (typeof target === "string" || target.resources === undefined)
    return build(
      apiUrl,
      template,
      typeof target === "string" ? target : target.id,
    );

  const link = target.resources[resource];
  const attempted = { method, path: template };
  if (link?.ref === undefined)
    throw new NotAllowedError(
      attempted,
      `the platform offers no "${resource}" resource here`,
    );
  if (link.allowed && !link.allowed.includes(method))
    throw new NotAllowedError(
      attempted,
      `the platform allows only ${link.allowed.join(", ") || "nothing"} on "${resource}"`,
    );
  return { url: follow(attempted, link.ref, apiUrl), path: template };
}

/**
 * Fills the one parameter of a template.
 *
 * @throws TypeError for an id that is empty or would change the path (`.` and `..` survive percent-encoding)
 */
export function build(apiUrl: URL, template: string, id?: string): Place {
  if (id === "" || id === "." || id === "..")
    throw new TypeError(`${template} needs a proper id`);
  const path = template.replace(/\{\w+\}/, () => encodeURIComponent(id ?? ""));
  return { url: new URL(apiUrl.href + path), path: template };
}
