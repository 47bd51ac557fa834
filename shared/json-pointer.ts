import * as z from "zod/mini";

const maxLength = 500;
const maxNames = 20;
/** No payload needs these names, and attackers use them for prototype pollution. */
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/** A JSON Pointer in its text form (RFC 6901, §3). The empty pointer leads to the whole document. */
export const pointerSchema = z
  .string('must be a JSON Pointer to the value, as in "/fields/firstName"')
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
      (pointer) => pointerNamesOf(pointer).length <= maxNames,
      `must not go deeper than ${maxNames} levels`,
    ),
    z.refine(
      (pointer) =>
        !pointerNamesOf(pointer).some((name) => forbiddenNames.has(name)),
      "must not go through __proto__, constructor or prototype",
    ),
  );

/**
 * Reads the value at a pointer. Undefined if there is no value. Inherited members do not count, and an array index has
 * no leading zeros.
 *
 * @see RFC 6901, §4
 */
export function readPointer(document: unknown, pointer: string): unknown {
  return pointerNamesOf(pointer).reduce(memberOf, document);
}

/**
 * Whether a document says something about the place of a pointer: a value, null, or a list that ends before it. An
 * object that does not have the name says nothing.
 */
export function isSaidAt(document: unknown, pointer: string): boolean {
  let value: unknown = document;
  for (const name of pointerNamesOf(pointer)) {
    if (!isObject(value)) return value !== undefined;
    if (Array.isArray(value)) {
      if (memberOf(value, name) === undefined) return true;
    } else if (!Object.hasOwn(value, name)) return false;
    value = memberOf(value, name);
  }
  return value !== undefined;
}

/** Splits a pointer into unescaped names: `/a~1b/0` gives `["a/b", "0"]`. */
export function pointerNamesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes a pointer as a URI fragment: `#/fields/First%20Name` (RFC 6901, §6). */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split("/").map(encodeName).join("/")}`;
}

function encodeName(name: string): string {
  // JSON can express half of a surrogate pair ("\ud800"). A URI cannot.
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
