import * as z from "zod/mini";
import { pointerSchema, readPointer } from "../json-pointer.ts";
import { recordRequestFields } from "./record-request.ts";

const parameterSchema = z
  .string()
  .check(
    z.regex(
      /^[\w.[\]-]{1,64}$/,
      "must be the name of a parameter of the query",
    ),
  );

/** What a caller's `pull` says of the request for all records, and of its answers (decision 31). */
export const listCallFields = {
  request: recordRequestFields.request,
  /** The place of the list in an answer. @default the whole answer */
  records: z._default(pointerSchema, ""),
  /** The place of the record in an item of the list. @default the whole item */
  record: z._default(pointerSchema, ""),
  /** How the next page is asked for. Without it, one answer has all records. */
  next: z.optional(
    z.discriminatedUnion("by", [
      /** The header `Link` of an answer has the URL of the next page (RFC 8288). */
      z.strictObject({ by: z.literal("link") }),
      /** The answer has the URL of the next page at this place, or a value for the parameter. */
      z.strictObject({
        by: z.literal("cursor"),
        from: pointerSchema,
        parameter: z.optional(parameterSchema),
      }),
      /** The parameter counts the records before the page. */
      z.strictObject({ by: z.literal("offset"), parameter: parameterSchema }),
      /** The parameter is the number of the page, from 1. */
      z.strictObject({ by: z.literal("page"), parameter: parameterSchema }),
    ]),
  ),
  /** The place of the number of all records in an answer. */
  total: z.optional(pointerSchema),
};
const listCallSchema = z.object(listCallFields);
export type ListCall = z.infer<typeof listCallSchema>;

/** An answer with a page of records. */
export type PageAnswer = {
  document: unknown;
  /** The header `Link`. */
  link: string | undefined;
};

/** The items of a page. Undefined if the answer has no list at its place. */
export function recordsOf(
  { records, record }: ListCall,
  { document }: PageAnswer,
): unknown[] | undefined {
  const list = readPointer(document, records);
  if (!Array.isArray(list)) return undefined;
  return list.map((item: unknown) => readPointer(item, record));
}

/** How many records there are, as the answer says it. */
export function totalOf(
  { total }: ListCall,
  { document }: PageAnswer,
): number | undefined {
  const found = total === undefined ? "" : readPointer(document, total);
  const isText = typeof found === "string" || typeof found === "number";
  const text = isText ? String(found) : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * The URL of the page after an answer. Undefined if it was the last one.
 *
 * @param counts - `count`: the records of this answer; `read` and `pages`: all records and pages so far
 */
export function nextPageOf(
  call: ListCall,
  url: string,
  answer: PageAnswer,
  { count, read, pages }: { count: number; read: number; pages: number },
): string | undefined {
  const { next } = call;
  switch (next?.by) {
    case undefined:
      return undefined;
    case "link":
      return absoluteUrl(linkToNext(answer.link), url);
    case "cursor": {
      const found = readPointer(answer.document, next.from);
      if (typeof found !== "string" && typeof found !== "number")
        return undefined;
      const text = String(found);
      if (text === "") return undefined;
      return next.parameter === undefined
        ? absoluteUrl(text, url)
        : withParameter(url, next.parameter, text);
    }
    case "offset":
    case "page": {
      if (count === 0 || read >= (totalOf(call, answer) ?? Infinity))
        return undefined;
      const value = next.by === "offset" ? read : pages + 1;
      return withParameter(url, next.parameter, String(value));
    }
  }
}

function linkToNext(header = ""): string | undefined {
  const links = header.matchAll(/<([^>]*)>([^<]*)/g);
  for (const [, target, parameters = ""] of links)
    if (/;\s*rel="?next"?\s*(?:[;,]|$)/i.test(parameters)) return target;
  return undefined;
}

function absoluteUrl(target: string | undefined, url: string) {
  return target === undefined ? undefined : URL.parse(target, url)?.href;
}

function withParameter(url: string, name: string, value: string): string {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next.href;
}
