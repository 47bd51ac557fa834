import { readCursor } from "../../shared/cursor.ts";
import {
  type ListPosition,
  listPositionSchema,
} from "../../shared/store/newest-first.ts";

/** The issue of a request with a cursor of another list. */
export const foreignCursor = {
  pointer: "#/cursor",
  detail:
    "is not a cursor of this list: send `next` of an answer to a request with the same filters, or no cursor",
};

/** Where a page begins: without a cursor, at the start. Undefined if the cursor is not of this list. */
export function fromCursor(
  cursor: string | undefined,
  list: unknown,
): { position?: ListPosition } | undefined {
  if (cursor === undefined) return {};
  const position = readCursor(cursor, list, listPositionSchema);
  return position && { position };
}
