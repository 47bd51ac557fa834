import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import {
  type Attribute,
  isNeverKept,
  objectIn,
  type ReadOptions,
  readValue,
  type ScimObject,
  type ScimValue,
  tidy,
} from "./attributes.ts";
import { demandedBy, matches, parsePath, type Path } from "./filter.ts";
import { ScimError } from "./scim-error.ts";
import { isJsonObject } from "../../shared/parse-json.ts";

const maxOperations = 100;

const verbs = ["add", "replace", "remove"] as const;
type Verb = (typeof verbs)[number];

/** Names are of any case, and providers write the verb with a capital (RFC 7644, §3.5.2: lower case). */
const operationSchema = z.object({
  op: z.pipe(
    z.string(),
    z.pipe(
      z.transform((op: string) => op.toLowerCase()),
      z.enum(verbs),
    ),
  ),
  path: z.optional(z.nullable(z.string())),
  value: z.optional(z.unknown()),
});
const patchSchema = z.object({
  operations: z.array(
    z.pipe(z.pipe(z.unknown(), z.transform(withLowerNames)), operationSchema),
  ),
});

/** A change of a user that a request asks for. */
export type Change = { op: Verb; path: string | undefined; value: unknown };

/**
 * Reads the body of a PATCH.
 *
 * @throws ScimError `invalidSyntax`
 */
export function readPatch(body: unknown, { isStrict }: ReadOptions): Change[] {
  const parsed = patchSchema.safeParse(withLowerNames(body));
  const operations = parsed.data?.operations;
  const fail = (detail: string) => new ScimError(400, detail, "invalidSyntax");
  if (!operations)
    throw fail(
      "must have a list Operations whose members have op (add, replace or remove), path and value",
    );
  if (operations.length > maxOperations)
    throw fail(`must have at most ${maxOperations} operations`);
  if (isStrict && operations.length === 0)
    throw fail("must have at least one operation");
  if (isStrict && operations.some(({ path }) => !path))
    throw fail("each operation must have a path");
  return operations.map(({ op, path, value }) => ({
    op,
    path: path ?? undefined,
    value,
  }));
}

/** A user after all changes, or an error and no change. @throws ScimError */
export function applyPatch(
  resource: ScimObject,
  changes: readonly Change[],
  options: ReadOptions,
): ScimObject {
  const changed = structuredClone(resource);
  for (const { op, path, value } of changes)
    for (const one of withPaths(op, path, value))
      applyOne(changed, one, options);
  return tidy(changed);
}

type PathChange = { op: Verb; path: string; value: unknown };

/** Without a path, the names of the value are paths: `{"name.givenName": "K"}`. */
function withPaths(
  op: Verb,
  path: string | undefined,
  value: unknown,
): PathChange[] {
  if (path !== undefined) return [{ op, path, value }];
  if (op === "remove")
    throw new ScimError(400, "remove must have a path", "noTarget");
  if (!isJsonObject(value))
    throw new ScimError(
      400,
      "an operation without a path must have an object as its value",
      "invalidValue",
    );
  return Object.entries(value).map(([name, content]) => ({
    op,
    path: name,
    value: content,
  }));
}

function applyOne(
  resource: ScimObject,
  { op, path: text, value }: PathChange,
  options: ReadOptions,
): void {
  const path = parsePath(text);
  if (!path) {
    const [, name = ""] = /^(?:urn:.*:)?([\w$-]+)/i.exec(text) ?? [];
    if (options.isStrict && !isNeverKept(name))
      throw new ScimError(
        400,
        "a path names an attribute that is not known",
        "invalidSyntax",
      );
    return;
  }
  const isRemoval = op === "remove" || value === null || value === "";
  changeAt(resource, path, isRemoval ? "remove" : op, value, options);
}

function changeAt(
  object: ScimObject,
  { steps: [attribute, ...parts], where }: Path,
  op: Verb,
  value: unknown,
  options: ReadOptions,
): void {
  if (!attribute) return;
  const { name, isMulti } = attribute;
  const read = () => readValue(attribute, value, options);
  if (isMulti) {
    const list = object[name];
    object[name] = changedList(
      attribute,
      Array.isArray(list) ? list : [],
      { steps: parts, ...(where && { where }) },
      op,
      value,
      options,
    );
    return;
  }
  if (parts.length > 0) {
    const inner = { ...objectIn(object, name) };
    const rest = { steps: parts, ...(where && { where }) };
    changeAt(inner, rest, op, value, options);
    object[name] = inner;
    return;
  }
  const content = op === "remove" ? undefined : read();
  if (content === undefined) delete object[name];
  // Parts that are not named stay (RFC 7644, §3.5.2.3).
  else if (typeof content === "object" && !Array.isArray(content))
    object[name] = { ...objectIn(object, name), ...content };
  else object[name] = content;
}

function changedList(
  attribute: Attribute,
  list: ScimObject[],
  { steps, where }: Path,
  op: Verb,
  value: unknown,
  options: ReadOptions,
): ScimObject[] {
  const [part] = steps;
  const isMeant = (one: ScimObject) => !where || matches(where, one);
  if (op === "remove") {
    if (!part) return list.filter((one) => !isMeant(one));
    return list.map(({ ...one }) => {
      if (isMeant(one)) delete one[part.name];
      return one;
    });
  }
  const given = part
    ? readValue(part, value, options)
    : readValue(attribute, value, options);
  if (given === undefined) return list;
  const set = part ? [{ [part.name]: given }] : objectsOf(given);
  if (!where && !part) {
    const isNew = (one: ScimObject) =>
      !list.some((other) => isDeepStrictEqual(one, other));
    return op === "replace" ? set : [...list, ...set.filter(isNew)];
  }
  // Entra adds and replaces values by a path that matches nothing, and means that they are to exist.
  if (!list.some(isMeant)) {
    const kind = where ? demandedBy(where) : {};
    return [...list, ...set.map((one) => ({ ...kind, ...one }))];
  }
  const merged: ScimObject = Object.fromEntries(
    set.flatMap((one) => Object.entries(one)),
  );
  const takesPrimary = merged["primary"] === true;
  return list.map((one) => {
    if (isMeant(one)) return { ...one, ...merged };
    return takesPrimary && one["primary"] === true
      ? { ...one, primary: false }
      : one;
  });
}

function objectsOf(value: ScimValue): ScimObject[] {
  if (Array.isArray(value)) return value;
  return typeof value === "object" ? [value] : [];
}

/** Names in lower case, because JSON names of SCIM are of any case. */
function withLowerNames(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name.toLowerCase(),
      content,
    ]),
  );
}
