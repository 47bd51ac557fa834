import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import {
  type ListPosition,
  listPositionSchema,
} from "../../shared/store/newest-first.ts";

/** The digest of the list, and the position in it. */
const cursorSchema = z.tuple([z.string(), listPositionSchema]);

/** What a cursor of another list is answered. */
export const foreignCursor = {
  pointer: "#/cursor",
  detail:
    "is not a cursor of this list: send `next` of an answer to a request with the same filters, or no cursor",
};

/**
 * The opaque text of a position in a list.
 *
 * @param list - the caller, and the filters that define the list
 */
export function toCursor(position: ListPosition, list: unknown): string {
  const text = JSON.stringify([digestOf(list), position]);
  return Buffer.from(text).toString("base64url");
}

/** Resolves to undefined if it is no cursor of this list. */
export function fromCursor(
  cursor: string,
  list: unknown,
): ListPosition | undefined {
  const text = Buffer.from(cursor, "base64url").toString();
  const { data } = cursorSchema.safeParse(parseJson(text));
  return data?.[0] === digestOf(list) ? data[1] : undefined;
}

function digestOf(list: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(list));
  return digest.digest("base64url").slice(0, 8);
}
