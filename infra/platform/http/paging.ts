import type { Context } from "hono";
import type { PlatformContext } from "./context.ts";
import { readListQuery } from "./list-query.ts";
import type { Resources } from "./resources.ts";

/**
 * Answers one page of `items` (docs/interface.md, §2.4), each as `present` shows it. Filters look at the shown
 * object, so a requester finds nothing by a field that it may not see. `resources` is always part of an object, even
 * if `fields` does not select it.
 *
 * @throws HTTPException 400 for an invalid parameter
 */
export function answerPage<T>(
  c: Context,
  { options, origin }: PlatformContext,
  items: readonly T[],
  present: (item: T) => { resources: Resources },
): Response {
  const { startIndex, count, fields, matches } = readListQuery(c);
  const found = matches
    ? items.filter((item) => matches(present(item)))
    : items;
  const itemsPerPage = Math.min(
    count ?? options.defaultPageSize,
    options.maxPageSize,
  );
  const end = startIndex + itemsPerPage;
  const link = (index: number) => {
    const { pathname, searchParams } = new URL(c.req.url);
    searchParams.set("startIndex", String(index));
    return `${origin}${pathname}?${searchParams}`;
  };
  return c.json({
    list: found
      .slice(startIndex, end)
      .map((item) => select(present(item), fields)),
    startIndex,
    itemsPerPage,
    links: {
      ...(end < found.length && { next: link(end) }),
      ...(startIndex > 0 && {
        prev: link(Math.max(0, startIndex - itemsPerPage)),
      }),
    },
  });
}

function select(object: object, fields: readonly string[] | undefined): object {
  if (fields === undefined || fields.length === 0) return object;
  return Object.fromEntries(
    Object.entries(object).filter(
      ([name]) => name === "resources" || fields.includes(name),
    ),
  );
}
