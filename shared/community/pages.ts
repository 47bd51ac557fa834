import * as z from "zod/mini";
import { type Api, readJson } from "./api.ts";
import { ApiShapeError } from "./errors.ts";
import { follow } from "./follow.ts";
import { type ListQuery, withQuery } from "./list-query.ts";
import type { Endpoint } from "./resolve-endpoint.ts";
import { maybe } from "./maybe.ts";
import type { Call } from "./transport.ts";

/**
 * A paginated list (the API document, §2.4). Iterate over it for its items, each fetched when it is wanted; nothing is
 * sent and nothing fails before the first `next()`.
 */
export type List<T> = AsyncGenerator<T, void> & {
  /** The page at `startIndex`, from where one can turn both ways. `maxItems` and `maxPages` do not count here. */
  page(): Promise<Page<T>>;
};

export type Page<T> = {
  items: T[];
  /** Offset of the first item into all results, if the platform told it. */
  startIndex: number | undefined;
  /** The most a page holds, if the platform told it. */
  itemsPerPage: number | undefined;
  /** Absent on the last page. */
  next: (() => Promise<Page<T>>) | undefined;
  /** Absent on the first page. Never repeats an item of this page, however the platform cuts its pages. */
  prev: (() => Promise<Page<T>>) | undefined;
};

type Way = "next" | "prev";

/**
 * @param endpoint - where the list is; its errors are those of the first `next()`
 * @throws ApiShapeError when a link leads in a circle, or there are more pages than `maxPages`
 * @throws ForeignOriginError when a link leaves the configured origin
 * @throws TypeError when the query cannot be asked
 */
export function listItems<S extends z.ZodMiniType>(
  api: Api,
  endpoint: () => Endpoint,
  itemSchema: S,
  query: ListQuery = {},
): List<z.output<S>> {
  type Item = z.output<S>;
  const pageSchema = pageOf(itemSchema);

  function start(): Call {
    const { url, path } = endpoint();
    const asked = withQuery(url, query);
    return { method: "GET", path, url: asked, idempotent: true };
  }

  async function read(call: Call) {
    return readJson(call, await api.send(call), pageSchema);
  }

  async function* items(): AsyncGenerator<Item, void> {
    let call: Call | undefined = start();
    const { maxPages = 10_000, maxItems = Number.POSITIVE_INFINITY } = query;
    const seen = new Set<string>();
    let yielded = 0;
    while (call) {
      if (seen.has(call.url.href) || seen.size >= maxPages)
        throw new ApiShapeError(call, ["/links/next"]);
      seen.add(call.url.href);
      const { list, links } = await read(call);
      for (const item of list) {
        yield item;
        if (++yielded >= maxItems) return;
      }
      call = linked(call, links?.next);
    }
  }

  async function openPage(call: Call, from?: Page<Item>): Promise<Page<Item>> {
    const { list, startIndex, itemsPerPage, links } = await read(call);
    const page: Page<Item> = {
      items: list.slice(0, reach(from?.startIndex, startIndex)),
      startIndex,
      itemsPerPage,
      next: links?.next ? () => turn("next") : undefined,
      prev: links?.prev ? () => turn("prev") : undefined,
    };
    return page;

    async function turn(way: Way): Promise<Page<Item>> {
      const target = linked(call, links?.[way]);
      if (target === undefined || target.url.href === call.url.href)
        throw new ApiShapeError(call, [`/links/${way}`]);
      const turned = await openPage(target, way === "prev" ? page : undefined);
      if (!leads(way, page, turned))
        throw new ApiShapeError(target, [`/links/${way}`]);
      // Its own `next` counts from a whole page and would skip what was cut off; we know what comes next.
      return way === "prev" ? { ...turned, next: async () => page } : turned;
    }
  }

  return Object.assign(items(), { page: async () => openPage(start()) });
}

function pageOf<S extends z.ZodMiniType>(itemSchema: S) {
  // "List of X" is met as the documented list object and as a bare array.
  return z.pipe(
    z.transform((body: unknown) =>
      Array.isArray(body) ? { list: body } : body,
    ),
    z.looseObject({
      list: z.array(itemSchema),
      startIndex: maybe(z.number()),
      itemsPerPage: maybe(z.number()),
      links: maybe(
        z.looseObject({ next: maybe(z.string()), prev: maybe(z.string()) }),
      ),
    }),
  );
}

/** A link is followed only when it is wanted: a bad `prev` is no reason not to read on. */
function linked(call: Call, link: string | undefined): Call | undefined {
  return link ? { ...call, url: follow(call, link, call.url) } : undefined;
}

/** How many items of a page lie before the offset it was reached from; the page before the second item has but one. */
function reach(
  fromIndex: number | undefined,
  startIndex: number | undefined,
): number | undefined {
  if (fromIndex === undefined || startIndex === undefined) return undefined;
  return Math.max(0, fromIndex - startIndex);
}

/** Whether a turn went the way it should, as far as the platform tells where pages begin. */
function leads<T>(way: Way, from: Page<T>, to: Page<T>): boolean {
  if (from.startIndex === undefined || to.startIndex === undefined) return true;
  return way === "next"
    ? to.startIndex > from.startIndex
    : to.startIndex < from.startIndex;
}
