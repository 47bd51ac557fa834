import type { Context } from "hono";
import * as z from "zod";
import type { PlatformContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { plainTextOf } from "./html-text.ts";
import type { Resources } from "./permissions.ts";

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
      .map((item) => selectFields(present(item), fields)),
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

function selectFields(
  object: object,
  fields: readonly string[] | undefined,
): object {
  if (fields === undefined || fields.length === 0) return object;
  return Object.fromEntries(
    Object.entries(object).filter(
      ([name]) => name === "resources" || fields.includes(name),
    ),
  );
}

/** The fields that filters look at, of an object as the requester sees it. */
const facetsSchema = z.object({
  type: z.string().optional(),
  author: z.object({ id: z.string() }).optional(),
  place: z.object({ id: z.string() }).optional(),
  tags: z.array(z.string()).optional(),
  subject: z.string().optional(),
  description: z.string().optional(),
  content: z
    .union([
      z.string().transform((text) => ({ type: "text/html", text })),
      z.object({ type: z.string(), text: z.string() }),
    ])
    .optional(),
});

type Facets = z.infer<typeof facetsSchema>;

const filters: Record<string, (facets: Facets, value: string) => boolean> = {
  author: ({ author }, value) => author?.id === lastSegment(value),
  place: ({ place }, value) => place?.id === lastSegment(value),
  tag: ({ tags }, value) => tags?.includes(value) === true,
  type: ({ type }, value) => type === value,
  search: ({ subject, description, content }, value) =>
    [subject, description, content && plainTextOf(content)].some(
      (text) => text !== undefined && matchesSearch(text, value),
    ),
};

/**
 * Reads the parameters of a list (docs/interface.md, §4). `author` and `place` are ids or addresses. `matches` is
 * undefined without a filter. An object without the field that a filter looks at does not match.
 *
 * @throws HTTPException 400 for a number that is invalid or too small, and for a parameter that is given twice
 */
function readListQuery(c: Context) {
  const given = Object.entries(filters).flatMap(([name, filter]) => {
    const value = singleParameter(c, name);
    return value === undefined || value === "" ? [] : [{ filter, value }];
  });
  const fields = singleParameter(c, "fields")
    ?.split(",")
    .map((field) => field.trim())
    .filter(Boolean);
  return {
    startIndex: wholeNumber(c, "startIndex", 0) ?? 0,
    count: wholeNumber(c, "count", 1),
    fields,
    matches:
      given.length === 0
        ? undefined
        : (object: object) => {
            const facets = facetsSchema.parse(object);
            return given.every(({ filter, value }) => filter(facets, value));
          },
  };
}

function singleParameter(c: Context, name: string): string | undefined {
  const [value, ...more] = c.req.queries(name) ?? [];
  if (more.length > 0) refuse(400, `${name}: may be given only once`);
  return value;
}

function wholeNumber(
  c: Context,
  name: string,
  min: number,
): number | undefined {
  const text = singleParameter(c, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value < min)
    refuse(400, `${name}: expected a whole number of at least ${min}`);
  return value;
}

/** The id at the end of an address. An id stays as it is. */
function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/**
 * Whether `text` contains `search`, compared without case. `*` stands for any number of characters: "A*B" matches a
 * text that has A and, somewhere after it, B (docs/interface.md, §4).
 */
function matchesSearch(text: string, search: string): boolean {
  const lowerText = text.toLowerCase();
  let from = 0;
  for (const part of search.toLowerCase().split("*")) {
    const found = lowerText.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}
