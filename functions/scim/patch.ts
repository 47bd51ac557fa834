import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { isJsonObject } from "../../shared/parse-json.ts";
import type { ScimEntry, ScimResource } from "../../shared/store/scim-user.ts";
import { keysOf, nameOfPart, pathNamed } from "./attributes.ts";
import { parsePath, type Path } from "./filter.ts";
import {
  listIn,
  readEntries,
  readObject,
  type ReadOptions,
  readValue,
  requireKnownAttribute,
  tidy,
} from "./resource.ts";
import { ScimError } from "./scim-error.ts";

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
export type Change = z.infer<typeof operationSchema>;

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
  return operations;
}

/** Applies all changes to a copy of a user. @throws ScimError */
export function applyPatch(
  resource: ScimResource,
  changes: readonly Change[],
  options: ReadOptions,
): ScimResource {
  const changed = structuredClone(resource);
  for (const { op, path: text, value } of changes) {
    if (!text && op === "remove")
      throw new ScimError(400, "remove must have a path", "noTarget");
    const path = text ? parsePath(text) : undefined;
    if (path) changeAt(changed, path, op, value, options);
    else if (!text) changeParts(changed, undefined, op, value, options);
    // An attribute that we do not keep. Only its name counts, without URN, part and brackets.
    else
      requireKnownAttribute(
        /^(?:urn:.*:)?([\w$-]*)/i.exec(text)?.[1] ?? "",
        options,
      );
  }
  return tidy(changed);
}

/** Reads a whole user: a change of an empty one. @throws ScimError */
export function readUser(given: unknown, options: ReadOptions): ScimResource {
  const read = applyPatch({}, [{ op: "replace", value: given }], options);
  if (Object.keys(read).length > 0) return read;
  throw new ScimError(400, "must have attributes of a user", "invalidSyntax");
}

/**
 * Changes the attributes that an object names, of a user or of a complex attribute (`whole`). Providers use paths as
 * names, too: `{"name.givenName": "K"}`.
 */
function changeParts(
  resource: ScimResource,
  whole: Path | undefined,
  op: Verb,
  value: unknown,
  options: ReadOptions,
): void {
  const said = readObject(whole?.key ?? "a user", value);
  for (const [name, content] of Object.entries(said)) {
    const text = whole ? nameOfPart(whole.key, name) : name;
    const path = text.includes("[") ? parsePath(text) : pathNamed(text);
    if (path) changeAt(resource, path, op, content, options);
    else requireKnownAttribute(name, options);
  }
}

function changeAt(
  resource: ScimResource,
  path: Path,
  op: Verb,
  value: unknown,
  options: ReadOptions,
): void {
  const { key, attribute } = path;
  const verb = value === null || value === "" ? "remove" : op;
  if (attribute.isMulti) {
    const list = listIn(resource, key);
    resource[key] = changedList(list, path, verb, value, options);
  } else if (attribute.parts && verb !== "remove") {
    // The other parts stay (RFC 7644, §3.5.2.3).
    changeParts(resource, path, verb, value, options);
  } else {
    for (const one of keysOf(path)) delete resource[one];
    const read = verb === "remove" ? undefined : readValue(attribute, value);
    if (read !== undefined) resource[key] = read;
  }
}

function changedList(
  list: ScimEntry[],
  { attribute, part, where }: Path,
  op: Verb,
  value: unknown,
  options: ReadOptions,
): ScimEntry[] {
  const isSelected = (entry: ScimEntry) => where?.fits(entry) ?? true;
  if (op === "remove" && !part) return list.filter((one) => !isSelected(one));
  if (op === "remove")
    return list.map(({ ...one }) => {
      if (part && isSelected(one)) delete one[part.name];
      return one;
    });
  if (value === undefined) return list;
  const said = part ? { [part.name]: value } : value;
  const given = readEntries(attribute, said, options);
  if (!where && !part) {
    const isNew = (one: ScimEntry) =>
      !list.some((other) => isDeepStrictEqual(one, other));
    return op === "replace" ? given : [...list, ...given.filter(isNew)];
  }
  // If the path of Entra matches no value, Entra means that such a value is to exist.
  if (!list.some(isSelected))
    return [...list, ...given.map((one) => ({ ...where?.demands, ...one }))];
  const merged: ScimEntry = Object.fromEntries(
    given.flatMap((one) => Object.entries(one)),
  );
  // Of several primary values, `tidy` keeps the last one, which may be another one.
  const takesPrimary = merged["primary"] === true;
  return list.map((entry) => {
    if (isSelected(entry)) return { ...entry, ...merged };
    return takesPrimary && entry["primary"] === true
      ? { ...entry, primary: false }
      : entry;
  });
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
