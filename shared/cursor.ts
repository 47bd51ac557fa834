import type * as z from "zod/mini";
import { parseJson } from "./parse-json.ts";
import { fingerprintOf } from "./fingerprint.ts";

/**
 * The opaque text of a position in a list.
 *
 * @param list - the caller, and the filters that define the list
 */
export function toCursor(position: unknown, list: unknown): string {
  const text = JSON.stringify([digestOf(list), position]);
  return Buffer.from(text).toString("base64url");
}

/** The position of a cursor. Undefined if the cursor is not of this list. */
export function readCursor<S extends z.ZodMiniType>(
  cursor: string,
  list: unknown,
  positionSchema: S,
): z.output<S> | undefined {
  const parsed = parseJson(Buffer.from(cursor, "base64url").toString());
  if (!Array.isArray(parsed) || parsed[0] !== digestOf(list)) return undefined;
  return positionSchema.safeParse(parsed[1]).data;
}

/** Short is enough: it detects a cursor of another list, and gives no right. */
function digestOf(list: unknown): string {
  return fingerprintOf(JSON.stringify(list)).slice(0, 8);
}
