import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import {
  type ListPosition,
  listPositionSchema,
} from "../../shared/store/newest-first.ts";
import { fingerprintOf } from "../../shared/webhook/delivery.ts";

/** The digest of the list, and where it goes on. */
const cursorSchema = z.tuple([z.string(), listPositionSchema]);

/** The issue of a request with a cursor of another list. */
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

/** Where a page begins: without a cursor, at the start. Undefined if the cursor is not of this list. */
export function fromCursor(
  cursor: string | undefined,
  list: unknown,
): { position?: ListPosition } | undefined {
  if (cursor === undefined) return {};
  const text = Buffer.from(cursor, "base64url").toString();
  const { data } = cursorSchema.safeParse(parseJson(text));
  return data?.[0] === digestOf(list) ? { position: data[1] } : undefined;
}

function digestOf(list: unknown): string {
  return fingerprintOf(JSON.stringify(list)).slice(0, 8);
}
