import { ApiShapeError } from "./errors.ts";
import type { Call } from "./transport.ts";

/**
 * A link that the platform gave: a ref, a `next` or a Location, absolute or relative to `base`. Whether it may be
 * followed with credentials is for the transport to say.
 *
 * @throws ApiShapeError when it is no URL; the error of `new URL` would quote it, query and all
 */
export function follow(
  call: Pick<Call, "method" | "path">,
  link: string,
  base: URL,
): URL {
  const url = URL.parse(link, base.href);
  if (url === null) throw new ApiShapeError(call, ["a link that is no URL"]);
  return url;
}
