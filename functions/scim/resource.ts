import { isJsonObject } from "../../shared/parse-json.ts";
import type { ScimEntry, ScimResource } from "../../shared/store/scim-user.ts";
import {
  type Attribute,
  isNeverKept,
  nameOfPart,
  pathNamed,
} from "./attributes.ts";
import { ScimError } from "./scim-error.ts";

const maxTextLength = 2_000;
const maxEntries = 50;

export type ReadOptions = {
  /** Attributes that we do not know are refused. @default they are ignored */
  isStrict?: boolean | undefined;
};

/** @throws ScimError `invalidSyntax` in strict mode. Extensions are allowed, because a provider sends ours back. */
export function requireKnownAttribute(
  name: string,
  { isStrict }: ReadOptions,
): void {
  if (!isStrict || isNeverKept(name) || name.startsWith("urn:")) return;
  throw new ScimError(400, "an attribute is not known", "invalidSyntax");
}

/** @throws ScimError `invalidValue` */
export function readObject(
  name: string,
  given: unknown,
): Record<string, unknown> {
  if (isJsonObject(given)) return given;
  throw invalid(name, "must be an object");
}

/** Identity providers send booleans as text. Undefined for every other value. */
export function booleanOf(given: unknown): boolean | undefined {
  const folded = typeof given === "string" ? given.toLowerCase() : given;
  if (folded === true || folded === "true") return true;
  return folded === false || folded === "false" ? false : undefined;
}

/**
 * Reads one value.
 *
 * @returns undefined for an empty value
 * @throws ScimError `invalidValue`
 */
export function readValue(
  { name, type }: Attribute,
  given: unknown,
): string | boolean | undefined {
  if (given === null || given === undefined || given === "") return undefined;
  if (type === "boolean") {
    const read = booleanOf(given);
    if (read === undefined) throw invalid(name, "must be true or false");
    return read;
  }
  const read =
    typeof given === "number" || typeof given === "boolean"
      ? String(given)
      : given;
  if (
    typeof read !== "string" ||
    read.length > maxTextLength ||
    !read.isWellFormed()
  )
    throw invalid(
      name,
      `must be a text of at most ${maxTextLength} characters`,
    );
  return read;
}

/**
 * Reads the values of a multi-valued attribute. Identity providers send one value in place of a list.
 *
 * @throws ScimError `invalidValue`; in strict mode `invalidSyntax`
 */
export function readEntries(
  { name }: Attribute,
  given: unknown,
  options: ReadOptions,
): ScimEntry[] {
  const all: unknown[] = Array.isArray(given) ? given : [given];
  if (all.length > maxEntries) throw tooMany(name);
  return all.map((one) => {
    const said = typeof one === "string" ? { value: one } : one;
    const entry: ScimEntry = {};
    for (const [partName, content] of Object.entries(readObject(name, said))) {
      const part = pathNamed(nameOfPart(name, partName))?.part;
      if (!part) requireKnownAttribute(partName, options);
      const read = part && readValue(part, content);
      if (part && read !== undefined) entry[part.name] = read;
    }
    return entry;
  });
}

function tooMany(name: string): ScimError {
  return invalid(name, `must have at most ${maxEntries} values`);
}

function invalid(name: string, rule: string): ScimError {
  return new ScimError(400, `${name} ${rule}`, "invalidValue");
}

/**
 * Removes from each list the values that have nothing but `type`, `primary` or `display`, and keeps one primary value,
 * the last one.
 *
 * @throws ScimError `invalidValue` for too many values
 */
export function tidy(resource: ScimResource): ScimResource {
  const tidied: ScimResource = {};
  for (const [key, content] of Object.entries(resource)) {
    const list = Array.isArray(content) ? content.filter(hasContent) : [];
    if (list.length > maxEntries) throw tooMany(key);
    if (!Array.isArray(content)) tidied[key] = content;
    else if (list.length > 0) tidied[key] = withOnePrimary(list);
  }
  return tidied;
}

function hasContent(entry: ScimEntry): boolean {
  return Object.keys(entry).some(
    (name) => name !== "type" && name !== "primary" && name !== "display",
  );
}

function withOnePrimary(list: readonly ScimEntry[]): ScimEntry[] {
  const last = list.findLastIndex(({ primary }) => primary === true);
  return list.map((entry, index) =>
    entry["primary"] === true && index !== last
      ? { ...entry, primary: false }
      : entry,
  );
}

/** Gives a flat resource its levels: `name.givenName` becomes a part of `name`, and `urn:…:title` of the URN. */
export function toJson(flat: Record<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const [key, content] of Object.entries(flat)) {
    const [, whole = key, part] = /^(urn:.*|[^.]*)[.:](\w+)$/.exec(key) ?? [];
    const others = json[whole];
    json[whole] =
      part === undefined
        ? content
        : { ...(isJsonObject(others) && others), [part]: content };
  }
  return json;
}

export function withoutUndefined<T>(
  values: Record<string, T | undefined>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, T] => entry[1] !== undefined,
    ),
  );
}

/** The values of a multi-valued attribute. */
export function listIn(resource: ScimResource, key: string): ScimEntry[] {
  const content = resource[key];
  return Array.isArray(content) ? content : [];
}

export function textIn(
  resource: ScimResource,
  key: string,
): string | undefined {
  const content = resource[key];
  return typeof content === "string" ? content : undefined;
}
