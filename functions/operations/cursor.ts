import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import {
  type ListPosition,
  listPositionSchema,
} from "../../shared/store/newest-first.ts";
import { fingerprintOf } from "../../shared/webhook/delivery.ts";

/** The digest of the list, and where it goes on. */
const cursorSchema = z.tuple([
  z.string(),
  listPositionSchema,
  z.int().check(z.minimum(0)),
]);

/** The position in a list, and on how many of its operations a verb was tried before. */
type Place = { position: ListPosition; tried: number };

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
export function toCursor(
  position: ListPosition,
  list: unknown,
  tried = 0,
): string {
  const text = JSON.stringify([digestOf(list), position, tried]);
  return Buffer.from(text).toString("base64url");
}

/** Undefined if it is no cursor of this list. */
export function fromCursor(cursor: string, list: unknown): Place | undefined {
  const text = Buffer.from(cursor, "base64url").toString();
  const { data } = cursorSchema.safeParse(parseJson(text));
  if (data?.[0] !== digestOf(list)) return undefined;
  const [, position, tried] = data;
  return { position, tried };
}

function digestOf(list: unknown): string {
  return fingerprintOf(JSON.stringify(list)).slice(0, 8);
}
