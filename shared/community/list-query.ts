import { requireText, requireInteger } from "./require-parameter.ts";

/** Query parameters of list endpoints (docs/interface.md, §4), and limits for reading the list. */
export type ListQuery = {
  /** Page size, from 1. The platform may use a smaller one. */
  count?: number;
  /** Offset of the first item, from 0. */
  startIndex?: number;
  /** Names of the fields to include; `id` is always included. @default all fields */
  fields?: readonly string[];
  author?: string;
  place?: string;
  /**
   * Matches text in subject, description and content. `*` matches any text: `A*B` matches any words between A and B.
   * No way to search for the character `*` itself is documented.
   */
  search?: string;
  tag?: string;
  type?: string;
  /** The list ends after this many items. @default no limit */
  maxItems?: number;
  /** A list with more pages is an error, which prevents an endless loop. @default 10,000 */
  maxPages?: number;
};

const texts = ["author", "place", "search", "tag", "type"] as const;

/**
 * Adds the parameters of a query to a URL.
 *
 * @throws TypeError naming the invalid parameter
 */
export function withQuery(url: URL, query: ListQuery): URL {
  requireQuery(query);
  const { count, startIndex, fields } = query;
  const result = new URL(url);
  const parameters = {
    count,
    startIndex,
    fields: fields && [...new Set(["id", ...fields])].join(","),
    ...Object.fromEntries(texts.map((name) => [name, query[name]])),
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) result.searchParams.set(name, String(value));
  return result;
}

function requireQuery(query: ListQuery): void {
  const least = { count: 1, startIndex: 0, maxItems: 1, maxPages: 1 };
  for (const [name, min] of Object.entries(least)) {
    const value: unknown = Reflect.get(query, name);
    if (value !== undefined) requireInteger(name, value, min);
  }
  for (const name of texts)
    if (query[name] !== undefined) requireText(name, query[name]);
  if (query.fields?.every(isFieldName) === false)
    throw new TypeError("fields must be names without commas");
}

function isFieldName(field: unknown): boolean {
  return typeof field === "string" && /^[^,]+$/.test(field);
}
