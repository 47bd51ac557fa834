import * as z from "zod/mini";
import { type Api, readJson } from "./api.ts";
import { ApiShapeError } from "./errors.ts";
import { follow } from "./follow.ts";
import { maybe } from "./maybe.ts";
import type { Call } from "./transport.ts";

/** Query parameters of list endpoints (the API document, §4), and how far to read. */
export type ListQuery = {
  /** Page size; the platform has a maximum of its own. */
  count?: number;
  /** Offset of the first item, from 0. */
  startIndex?: number;
  /** Field names to include; all when absent. `id` always comes along. */
  fields?: readonly string[];
  /** A list that goes on beyond this is an error, not an endless loop. @default 10,000 */
  maxPages?: number;
};

/**
 * Yields the items of a paginated list (the API document, §2.4), fetching a page when the one before is used up.
 *
 * @throws ApiShapeError when `next` leads in a circle or there are more pages than `maxPages`
 * @throws ForeignOriginError when `next` leaves the configured origin
 */
export async function* listItems<S extends z.ZodMiniType>(
  api: Api,
  place: Pick<Call, "url" | "path">,
  itemSchema: S,
  { count, startIndex, fields, maxPages = 10_000 }: ListQuery = {},
): AsyncGenerator<z.output<S>, void> {
  // "List of X" is met as the documented list object and as a bare array.
  const pageSchema = z.pipe(
    z.transform((body: unknown) =>
      Array.isArray(body) ? { list: body } : body,
    ),
    z.looseObject({
      list: z.array(itemSchema),
      links: maybe(z.looseObject({ next: maybe(z.string()) })),
    }),
  );
  const seen = new Set<string>();
  let url: URL | undefined = withQuery(place.url, {
    count,
    startIndex,
    fields: fields && [...new Set(["id", ...fields])].join(","),
  });

  while (url) {
    if (seen.has(url.href) || seen.size >= maxPages)
      throw new ApiShapeError({ method: "GET", path: place.path }, [
        "/links/next",
      ]);
    seen.add(url.href);
    const call: Call = {
      method: "GET",
      path: place.path,
      url,
      repeatable: true,
    };
    const page = readJson(call, await api.send(call), pageSchema);
    yield* page.list;
    url = page.links?.next ? follow(call, page.links.next, url) : undefined;
  }
}

function withQuery(
  url: URL,
  query: Record<string, string | number | undefined>,
): URL {
  const result = new URL(url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) result.searchParams.set(name, String(value));
  return result;
}
