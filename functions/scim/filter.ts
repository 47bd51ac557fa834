import { foldCase } from "../../shared/fold-case.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { ScimEntry, ScimResource } from "../../shared/store/scim-user.ts";
import {
  keysOf,
  nameOfPart,
  type AttributePath,
  pathNamed,
  withoutCoreUrn,
} from "./attributes.ts";
import { booleanOf, listIn } from "./resource.ts";
import { ScimError } from "./scim-error.ts";

export type Filter = {
  /** Whether a user, or a value of a multi-valued attribute, fits. */
  fits: (parent: ScimResource) => boolean;
  /** The values that everything that fits must have, by the names of attributes. */
  demands: ScimEntry;
};

/** A path that may select some values of a multi-valued attribute: `emails[type eq "work"].value`. */
export type Path = AttributePath & { where?: Filter };

const maxBytes = 1_024;
const maxDepth = 10;

/** The attributes that a name can mean: those of a user, or the parts of one attribute. */
type Scope = (name: string) => AttributePath | undefined;

/**
 * Parses a filter of a query (RFC 7644, §3.4.2.2): `eq`, `pr`, `and`, `or`, brackets and value paths.
 *
 * @throws ScimError `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  const reader = createReader(text, "invalidFilter");
  const filter = readFilter(reader, (name) =>
    withoutCoreUrn(name) === "id" ? idPath : pathNamed(name),
  );
  reader.end();
  return filter;
}

/** The id of a user, which is no attribute that a request can set. */
const idPath: AttributePath = {
  key: "id",
  attribute: {
    name: "id",
    description: "Our id of the user",
    type: "string",
    isCaseExact: true,
  },
};

/**
 * Parses the path of a change (RFC 7644, §3.5.2).
 *
 * @returns undefined if the path names an attribute that we do not keep
 * @throws ScimError `invalidPath`
 */
export function parsePath(text: string): Path | undefined {
  const reader = createReader(text, "invalidPath");
  const path = readPath(reader, pathNamed);
  reader.end();
  return path;
}

type Reader = ReturnType<typeof createReader>;

/** Reads the tokens of a text from left to right. */
function createReader(text: string, scimType: "invalidFilter" | "invalidPath") {
  const fail = (detail: string) => new ScimError(400, detail, scimType);
  if (Buffer.byteLength(text) > maxBytes)
    throw fail(`must have at most ${maxBytes} bytes`);
  // A token is a text in quotation marks, a bracket, or a word. A lone quotation mark is one, and leads to an error.
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()[\]"]|[^\s()[\]"]+/g) ?? [];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(" || token === "[") depth++;
    if (token === ")" || token === "]") depth--;
    if (depth > maxDepth)
      throw fail(`must have at most ${maxDepth} levels of brackets`);
  }
  const reader = {
    fail,
    peek: (): string => tokens[0] ?? "",
    next: (): string => tokens.shift() ?? "",
    /** Reads the next token if it is this word, and returns whether it was. */
    takes(word: string): boolean {
      const isNext = reader.peek().toLowerCase() === word;
      if (isNext) tokens.shift();
      return isNext;
    },
    expect(bracket: "]" | ")"): void {
      if (!reader.takes(bracket))
        throw fail(`has no ${bracket} where one is needed`);
    },
    end(): void {
      if (tokens.length > 0) throw fail("has more text than can be understood");
    },
  };
  return reader;
}

function readFilter(reader: Reader, scope: Scope): Filter {
  return readJoined(reader, "or", () =>
    readJoined(reader, "and", () => readTerm(reader, scope)),
  );
}

function readJoined(
  reader: Reader,
  word: "and" | "or",
  read: () => Filter,
): Filter {
  const first = read();
  const all = [first];
  while (reader.takes(word)) all.push(read());
  if (all.length === 1) return first;
  if (word === "or")
    return { fits: (one) => all.some(({ fits }) => fits(one)), demands: {} };
  return {
    fits: (one) => all.every(({ fits }) => fits(one)),
    demands: Object.fromEntries(
      all.flatMap(({ demands }) => Object.entries(demands)),
    ),
  };
}

function readTerm(reader: Reader, scope: Scope): Filter {
  if (reader.takes("(")) {
    const inner = readFilter(reader, scope);
    reader.expect(")");
    return inner;
  }
  const path = readPath(reader, scope);
  if (!path) throw reader.fail("names an attribute that is not known");
  if (reader.takes("eq")) return readComparison(reader, path);
  const { key, where } = path;
  // `emails[type eq "work"]` alone is a filter, too: such a value exists.
  if (!reader.takes("pr") && !where)
    throw reader.fail("may use the operators eq, pr, and, or only");
  return {
    fits: (one) => valuesAt(path, one).length > 0,
    demands: Object.fromEntries(
      Object.entries(where?.demands ?? {}).map(([name, value]) => [
        nameOfPart(key, name),
        value,
      ]),
    ),
  };
}

/** Reads the value with which `eq` compares. `emails eq "a@b.c"` compares the `value` of each address. */
function readComparison(reader: Reader, path: Path): Filter {
  const { key, attribute } = path;
  const part =
    path.part ?? attribute.parts?.find(({ name }) => name === "value");
  const { type, isCaseExact } = part ?? attribute;
  if (type === "complex")
    throw reader.fail("compares an attribute that has parts");
  const token = reader.next();
  // A number stays a text, because some ids have more digits than a number of JavaScript.
  const literal = /^-?\d+$/.test(token)
    ? token
    : (booleanOf(token) ?? parseJson(token));
  if (!["string", "number", "boolean"].includes(typeof literal))
    throw reader.fail("compares with a value that has no quotation marks");
  const wanted = type === "boolean" ? booleanOf(literal) : String(literal);
  if (wanted === undefined)
    throw reader.fail("compares true or false with another value");
  const spelled = (value: unknown) =>
    isCaseExact ? value : foldCase(String(value));
  return {
    fits: (one) =>
      valuesAt({ ...path, ...(part && { part }) }, one).some(
        (value) => spelled(value) === spelled(wanted),
      ),
    demands: { [part ? nameOfPart(key, part.name) : key]: wanted },
  };
}

function readPath(reader: Reader, scope: Scope): Path | undefined {
  const name = reader.next();
  const path = scope(name);
  let where: Filter | undefined;
  let part = "";
  if (reader.takes("[")) {
    if (path && (!path.attribute.isMulti || path.part))
      throw reader.fail("has brackets after an attribute with one value");
    if (path) where = readFilter(reader, partsOf(path));
    // An unknown attribute is ignored, so its brackets are skipped.
    else while (!["]", ""].includes(reader.peek())) reader.next();
    reader.expect("]");
    if (reader.peek().startsWith(".")) part = reader.next();
  }
  if (!namePattern.test(name + part))
    throw reader.fail("has no name of an attribute");
  const whole = part === "" ? path : scope(name + part);
  return whole && { ...whole, ...(where && { where }) };
}

/** The name of an attribute, perhaps with a part, or any name of a foreign extension. */
const namePattern = /^(?:urn:.*|[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)?)$/i;

function partsOf({ key }: AttributePath): Scope {
  return (name) => {
    const part = pathNamed(nameOfPart(key, name))?.part;
    return part && { key: part.name, attribute: part };
  };
}

function valuesAt(path: Path, parent: ScimResource): unknown[] {
  const { key, attribute, part, where } = path;
  if (!attribute.isMulti)
    return keysOf(path)
      .map((one) => parent[one])
      .filter((value) => value !== undefined);
  return listIn(parent, key)
    .filter((entry) => where?.fits(entry) ?? true)
    .flatMap((entry) =>
      part ? (entry[part.name] ?? []) : Object.values(entry),
    );
}

const lookups = [
  { name: "id", kind: "id" },
  { name: "userName", kind: "userName" },
  { name: "externalId", kind: "externalId" },
  { name: "emails.value", kind: "email" },
] as const;

/** The value by which our store can find the user that fits. Undefined if the filter demands none. */
export function userLookupOf({ demands }: Filter) {
  const found = lookups.find(({ name }) => name in demands);
  return found && { kind: found.kind, value: String(demands[found.name]) };
}
