import * as z from "zod/mini";
import type { Api } from "./api.ts";
import { parseResponse } from "./json-body.ts";
import { ApiShapeError } from "./errors.ts";
import { type Endpoint, resolveLink } from "./resolve-endpoint.ts";
import { type ListQuery, withQuery } from "./list-query.ts";
import { optionalField } from "./entity.ts";
import type { Call } from "./transport.ts";

/**
 * A paginated list (docs/interface.md, §2.4). Iterate over it to get its items. Each page is fetched when its first
 * item is needed. Nothing is sent, and no error is thrown, before the first `next()`.
 */
export type List<T> = AsyncGenerator<T, void> & {
  /** The page at `startIndex`, with its next and previous pages. `maxItems` and `maxPages` have no effect here. */
  page(): Promise<CommunityPage<T>>;
};

export type CommunityPage<T> = {
  items: T[];
  /** Offset of the first item in all results, if the response has it. */
  startIndex: number | undefined;
  /** The page size of the platform, if the response has it. */
  itemsPerPage: number | undefined;
  /** Absent on the last page. */
  next: (() => Promise<CommunityPage<T>>) | undefined;
  /** Absent on the first page. Never repeats an item of this page, also when the pages of the platform overlap. */
  prev: (() => Promise<CommunityPage<T>>) | undefined;
};

type Direction = "next" | "prev";

/**
 * @param endpoint - the URL of the list; the first `next()` throws its errors
 * @throws ApiShapeError when the links form a loop, or there are more pages than `maxPages`
 * @throws ForeignOriginError when a link leaves the configured origin
 * @throws TypeError when the query is invalid
 */
export function listItems<S extends z.ZodMiniType>(
  api: Api,
  endpoint: () => Endpoint,
  itemSchema: S,
  query: ListQuery = {},
): List<z.output<S>> {
  type Item = z.output<S>;
  const pageSchema = pageOf(itemSchema);

  function firstCall(): Call {
    const { url, path } = endpoint();
    return {
      method: "GET",
      path,
      url: withQuery(url, query),
      idempotent: true,
    };
  }

  async function read(call: Call) {
    return parseResponse(call, await api.send(call), pageSchema);
  }

  async function* items(): AsyncGenerator<Item, void> {
    let call: Call | undefined = firstCall();
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
      call = callTo(call, links?.next);
    }
  }

  /** @param following - the page after this one. Its items are left out here */
  async function openPage(
    call: Call,
    following?: CommunityPage<Item>,
  ): Promise<CommunityPage<Item>> {
    const { list, startIndex, itemsPerPage, links } = await read(call);
    const page: CommunityPage<Item> = {
      items: list.slice(0, itemsBefore(following?.startIndex, startIndex)),
      startIndex,
      itemsPerPage,
      next: links?.next ? () => openLinked("next") : undefined,
      prev: links?.prev ? () => openLinked("prev") : undefined,
    };
    return page;

    async function openLinked(
      direction: Direction,
    ): Promise<CommunityPage<Item>> {
      const target = callTo(call, links?.[direction]);
      if (target === undefined || target.url.href === call.url.href)
        throw new ApiShapeError(call, [`/links/${direction}`]);
      const isBack = direction === "prev";
      const opened = await openPage(target, isBack ? page : undefined);
      if (!isInDirection(direction, page, opened))
        throw new ApiShapeError(target, [`/links/${direction}`]);
      // The previous page may have been cut above. Its own `next` link would then skip the items that were cut off.
      return isBack ? { ...opened, next: async () => page } : opened;
    }
  }

  return Object.assign(items(), { page: async () => openPage(firstCall()) });
}

function pageOf<S extends z.ZodMiniType>(itemSchema: S) {
  // The platform returns lists as the documented list object and as a bare array (docs/interface.md, §2.4).
  return z.pipe(
    z.transform((body: unknown) =>
      Array.isArray(body) ? { list: body } : body,
    ),
    z.looseObject({
      list: z.array(itemSchema),
      startIndex: optionalField(z.number()),
      itemsPerPage: optionalField(z.number()),
      links: optionalField(
        z.looseObject({
          next: optionalField(z.string()),
          prev: optionalField(z.string()),
        }),
      ),
    }),
  );
}

/** Resolves a link only when it is needed: a bad `prev` link must not stop the reading of the next pages. */
function callTo(call: Call, link: string | undefined): Call | undefined {
  return link ? { ...call, url: resolveLink(call, link, call.url) } : undefined;
}

/** The number of items of the page at `startIndex` that lie before the following page. Pages may overlap. */
function itemsBefore(
  followingIndex: number | undefined,
  startIndex: number | undefined,
): number | undefined {
  if (followingIndex === undefined || startIndex === undefined)
    return undefined;
  return Math.max(0, followingIndex - startIndex);
}

/** Whether a link leads in its direction. Without `startIndex` in the responses, we trust the link. */
function isInDirection<T>(
  direction: Direction,
  from: CommunityPage<T>,
  to: CommunityPage<T>,
): boolean {
  if (from.startIndex === undefined || to.startIndex === undefined) return true;
  return direction === "next"
    ? to.startIndex > from.startIndex
    : to.startIndex < from.startIndex;
}
