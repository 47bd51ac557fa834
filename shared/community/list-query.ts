import { requireText, requireWhole } from "./require.ts";

/** Query parameters of list endpoints (the API document, §4), and how far to read. */
export type ListQuery = {
  /** Page size, from 1; the platform has a maximum of its own. */
  count?: number;
  /** Offset of the first item, from 0. */
  startIndex?: number;
  /** Field names to include; all when absent. `id` always comes along. */
  fields?: readonly string[];
  author?: string;
  place?: string;
  /**
   * Matches text in subject, description and content. `*` stands for any text, so that `A*B` matches a middle word;
   * the document knows no way to search for a `*` itself.
   */
  search?: string;
  tag?: string;
  type?: string;
  /** The list ends after this many items, however many there are. @default no limit */
  maxItems?: number;
  /** A list that goes on beyond this is an error, not an endless loop. @default 10,000 */
  maxPages?: number;
};

const texts = ["author", "place", "search", "tag", "type"] as const;

/**
 * The URL with these parameters added.
 *
 * @throws TypeError naming the parameter that cannot be asked
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
    if (value !== undefined) requireWhole(name, value, min);
  }
  for (const name of texts)
    if (query[name] !== undefined) requireText(name, query[name]);
  if (query.fields?.every(isFieldName) === false)
    throw new TypeError("fields must be names, without commas");
}

function isFieldName(field: unknown): boolean {
  return typeof field === "string" && /^[^,]+$/.test(field);
}
