import * as z from "zod/mini";

const maxLength = 500;
const maxNames = 20;
/** No payload needs these, and whoever writes them means harm. */
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/** A JSON Pointer in its text form (RFC 6901, §3); the empty one is the whole document. */
export const pointerSchema = z
  .string(
    'must be text that says where the value is, as in "/fields/firstName"',
  )
  .check(
    z.maxLength(maxLength, `must have at most ${maxLength} characters`),
    z.regex(
      /^(?:\/|$)/,
      'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ),
    z.refine(
      (pointer) => !/~(?![01])/.test(pointer),
      'must write "~" as "~0", and a "/" inside a name as "~1"',
    ),
    z.refine(
      (pointer) => namesOf(pointer).length <= maxNames,
      `must not go deeper than ${maxNames} levels`,
    ),
    z.refine(
      (pointer) => !namesOf(pointer).some((name) => forbiddenNames.has(name)),
      "must not go through __proto__, constructor or prototype",
    ),
  );

/**
 * The value that a pointer leads to; undefined where there is none. Only a document's own members count, and items of
 * an array by their index, without leading zeros.
 *
 * @see RFC 6901, §4
 */
export function readPointer(document: unknown, pointer: string): unknown {
  return namesOf(pointer).reduce(memberOf, document);
}

/** The names along a pointer, unescaped: `/a~1b/0` is `["a/b", "0"]`. */
export function namesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The same pointer as a URI fragment: `#/fields/First%20Name` (RFC 6901, §6). */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split("/").map(encodeName).join("/")}`;
}

function encodeName(name: string): string {
  // JSON can spell half a character ("\ud800"), which no URI can.
  return encodeURIComponent(name.toWellFormed());
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return /^(?:0|[1-9]\d*)$/.test(name) ? items[Number(name)] : undefined;
  }
  return isObject(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
