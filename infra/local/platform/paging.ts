import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { PlatformContext } from "./context.ts";
import type { Resources } from "./resources.ts";

/**
 * Answers one page of `items` (the API document, §2.4), each shown by `present`. Reads `count`, `startIndex` and
 * `fields` from the query; `resources` is part of every object, asked for or not (§2.3).
 *
 * @throws HTTPException 400 for a `count` below 1 and for what is no whole number.
 */
export function answerPage<T>(
  c: Context,
  { options, origin }: PlatformContext,
  items: readonly T[],
  present: (item: T) => { resources: Resources },
): Response {
  const startIndex = wholeNumber(c, "startIndex", 0) ?? 0;
  const asked = wholeNumber(c, "count", 1) ?? options.defaultPageSize;
  const itemsPerPage = Math.min(asked, options.maxPageSize);
  const end = startIndex + itemsPerPage;
  const link = (index: number) => {
    const { pathname, searchParams } = new URL(c.req.url);
    searchParams.set("startIndex", String(index));
    return `${origin}${pathname}?${searchParams}`;
  };
  const fields = c.req
    .query("fields")
    ?.split(",")
    .map((field) => field.trim())
    .filter(Boolean);
  return c.json({
    list: items
      .slice(startIndex, end)
      .map((item) => select(present(item), fields)),
    startIndex,
    itemsPerPage,
    links: {
      ...(end < items.length && { next: link(end) }),
      ...(startIndex > 0 && {
        prev: link(Math.max(0, startIndex - itemsPerPage)),
      }),
    },
  });
}

function wholeNumber(
  c: Context,
  name: string,
  min: number,
): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value >= min) return value;
  throw new HTTPException(400, {
    message: `${name}: expected a whole number of at least ${min}`,
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
