import { foldCase } from "../../shared/fold-case.ts";
import {
  type Attribute,
  enterpriseUrn,
  partOf,
  type ScimObject,
  type ScimValue,
  user,
  userUrn,
} from "./attributes.ts";
import { ScimError } from "./scim-error.ts";

/** The way from a user to a value: an attribute, perhaps of the enterprise extension, and perhaps a part of it. */
export type Path = {
  /** The attributes from the user on: at most the extension, the attribute and its part. */
  steps: readonly Attribute[];
  /** Which values of the multi-valued attribute are meant. It stands before the part. */
  where?: Filter;
};

export type Filter =
  | { is: "and" | "or"; of: readonly Filter[] }
  | { is: "eq"; path: Path; value: string | boolean }
  | { is: "pr"; path: Path };

const maxBytes = 1_024;
const maxDepth = 10;

/**
 * Parses a filter of a query (RFC 7644, §3.4.2.2): `eq`, `pr`, `and`, `or`, brackets and value paths.
 *
 * @throws ScimError `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  const reader = createReader(text, "invalidFilter");
  const filter = readOr(reader, user, 0);
  reader.end();
  return filter;
}

/**
 * Parses the path of a change (RFC 7644, §3.5.2): `emails[type eq "work"].value`.
 *
 * @returns undefined if the path names an attribute that we do not keep
 * @throws ScimError `invalidPath`
 */
export function parsePath(text: string): Path | undefined {
  const reader = createReader(text, "invalidPath");
  const path = readPath(reader, user, 0, true);
  reader.end();
  return path;
}

type Reader = ReturnType<typeof createReader>;

/** Reads the parts of a text from left to right. */
function createReader(text: string, scimType: "invalidFilter" | "invalidPath") {
  const fail = (detail: string) => new ScimError(400, detail, scimType);
  if (Buffer.byteLength(text) > maxBytes)
    throw fail(`must have at most ${maxBytes} bytes`);
  let rest = text.trim();
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) rest = rest.slice(found.length).trimStart();
    return found;
  };
  return {
    fail,
    take,
    /** Whether this character follows directly. White space before it is not a part of a path. */
    follows: (character: string) => rest.startsWith(character),
    deeper(depth: number): number {
      if (depth >= maxDepth)
        throw fail(`must have at most ${maxDepth} levels of brackets`);
      return depth + 1;
    },
    expect(character: "]" | ")"): void {
      if (take(character === "]" ? /^\]/ : /^\)/) === undefined)
        throw fail(`has no ${character} where one is needed`);
    },
    end(): void {
      if (rest !== "") throw fail("has more text than can be understood");
    },
  };
}

function readOr(reader: Reader, of: Attribute, depth: number): Filter {
  return readJoined(reader, "or", () =>
    readJoined(reader, "and", () => readTerm(reader, of, depth)),
  );
}

function readJoined(
  reader: Reader,
  is: "and" | "or",
  read: () => Filter,
): Filter {
  const first = read();
  const all = [first];
  const word = is === "and" ? /^and(?=[\s(])/i : /^or(?=[\s(])/i;
  while (reader.take(word) !== undefined) all.push(read());
  return all.length === 1 ? first : { is, of: all };
}

function readTerm(reader: Reader, of: Attribute, depth: number): Filter {
  if (reader.take(/^\(/) !== undefined) {
    const inner = readOr(reader, of, reader.deeper(depth));
    reader.expect(")");
    return inner;
  }
  const path = readPath(reader, of, depth, false);
  if (!path) throw reader.fail("names an attribute that is not known");
  // emails[type eq "work"] alone is a filter: there is such a value.
  const operator = reader.take(/^[a-z]{2}(?![\w:.])/i)?.toLowerCase();
  if (operator === "pr" || (path.where && operator === undefined))
    return { is: "pr", path };
  if (operator !== "eq")
    throw reader.fail("may use the operators eq, pr, and, or only");
  return { is: "eq", path, value: readLiteral(reader) };
}

function readLiteral(reader: Reader): string | boolean {
  const literal = reader.take(/^(?:"(?:[^"\\]|\\.)*"|true\b|false\b|-?\d+\b)/i);
  if (literal === undefined)
    throw reader.fail("compares with a value that has no quotation marks");
  if (!literal.startsWith('"'))
    return /^[tf]/i.test(literal) ? literal.toLowerCase() === "true" : literal;
  try {
    return String(JSON.parse(literal));
  } catch {
    throw reader.fail("has a text that is no JSON string");
  }
}

/**
 * @param isOfChange - it may be the whole extension, and not the id, which never changes
 * @returns undefined if an attribute is not known
 */
function readPath(
  reader: Reader,
  of: Attribute,
  depth: number,
  isOfChange: boolean,
): Path | undefined {
  const steps: Attribute[] = [];
  let within: Attribute | undefined = of;
  const enter = (name: string) => {
    within = within && partOf(within, name);
    if (within) steps.push(within);
  };
  if (of === user && reader.follows("urn:")) {
    const urn = reader.take(
      new RegExp(`^(?:${escaped(enterpriseUrn)}|${escaped(userUrn)})`, "i"),
    );
    const isEnterprise = urn?.toLowerCase() === enterpriseUrn.toLowerCase();
    if (isEnterprise) enter(enterpriseUrn);
    if (urn === undefined || reader.take(/^:/) === undefined) {
      if (isEnterprise && isOfChange && !reader.follows(":")) return { steps };
      // Another extension, whose attributes we do not keep.
      reader.take(/^[^\s[\]"]+/);
      return undefined;
    }
  }
  const name = reader.take(/^[a-z_$][\w$-]*/i);
  if (name === undefined) throw reader.fail("has no name of an attribute");
  if (of === user && !isOfChange && name.toLowerCase() === "id")
    return { steps: [idAttribute] };
  enter(name);
  const attribute: Attribute | undefined = within;
  let where: Filter | undefined;
  if (reader.take(/^\[/) !== undefined) {
    const inner = reader.deeper(depth);
    // What is not known cannot be checked, and an unknown attribute is ignored.
    if (attribute) {
      if (!attribute.isMulti)
        throw reader.fail("has brackets after an attribute with one value");
      where = readOr(reader, attribute, inner);
    } else reader.take(/^[^[\]]*/);
    reader.expect("]");
  }
  if (reader.take(/^\./) !== undefined) {
    const part = reader.take(/^[a-z_$][\w$-]*/i);
    if (part === undefined) throw reader.fail("has no name after the dot");
    enter(part);
  }
  return within && { steps, ...(where && { where }) };
}

function escaped(urn: string): string {
  return urn.replaceAll(".", String.raw`\.`);
}

/** The id of a user, which is no attribute that a request can set. */
const idAttribute: Attribute = {
  name: "id",
  description: "Our id of the user",
  type: "string",
  isCaseExact: true,
};

/** Whether a user, or a value of a multi-valued attribute, fits a filter. */
export function matches(filter: Filter, object: ScimObject): boolean {
  switch (filter.is) {
    case "and":
      return filter.of.every((one) => matches(one, object));
    case "or":
      return filter.of.some((one) => matches(one, object));
    case "pr":
      return valuesAt(filter.path, object).length > 0;
    case "eq": {
      const attribute = filter.path.steps.at(-1);
      return valuesAt(filter.path, object).some((one) =>
        isEqual(attribute, one, filter.value),
      );
    }
  }
}

function isEqual(
  attribute: Attribute | undefined,
  value: ScimValue,
  wanted: string | boolean,
): boolean {
  // `emails eq "a@b.c"` means the value of one of them.
  if (typeof value === "object")
    return (
      !Array.isArray(value) && isEqual(undefined, value["value"] ?? "", wanted)
    );
  if (typeof value === "boolean")
    return value === wanted || String(value) === String(wanted).toLowerCase();
  return attribute?.isCaseExact
    ? value === wanted
    : foldCase(value) === foldCase(String(wanted));
}

function valuesAt({ steps, where }: Path, object: ScimObject): ScimValue[] {
  let values: ScimValue[] = [object];
  for (const { name, isMulti } of steps) {
    values = values
      .flatMap((one) =>
        typeof one === "object" && !Array.isArray(one) ? [one[name]] : [],
      )
      .filter((one) => one !== undefined)
      .flat();
    if (isMulti && where)
      values = values.filter(
        (one) =>
          typeof one === "object" && !Array.isArray(one) && matches(where, one),
      );
  }
  return values;
}

/** The values that a filter demands of an object that fits, by the names of its own attributes. */
export function demandedBy(filter: Filter): ScimObject {
  if (filter.is === "and")
    return Object.fromEntries(
      filter.of.flatMap((one) => Object.entries(demandedBy(one))),
    );
  if (filter.is !== "eq" || filter.path.steps.length !== 1) return {};
  const [attribute] = filter.path.steps;
  return attribute ? { [attribute.name]: filter.value } : {};
}

/** What a fitting user must have, if our store can find users by it. */
export type Lookup = {
  kind: "id" | "userName" | "externalId" | "email";
  value: string;
};

export function aliasLookupOf(filter: Filter): Lookup | undefined {
  switch (filter.is) {
    case "and":
      for (const one of filter.of) {
        const found = aliasLookupOf(one);
        if (found) return found;
      }
      return undefined;
    case "eq":
      return lookupOfEq(filter.path, String(filter.value));
    case "pr":
      return lookupOfWhere(filter.path);
    case "or":
      return undefined;
  }
}

function lookupOfEq({ steps, where }: Path, value: string): Lookup | undefined {
  const [first, part, ...more] = steps;
  if (first?.name === "emails" && (part === undefined || part.name === "value"))
    return { kind: "email", value };
  if (where || part || more.length > 0) return undefined;
  if (first === idAttribute) return { kind: "id", value };
  return first?.name === "userName" || first?.name === "externalId"
    ? { kind: first.name, value }
    : undefined;
}

function lookupOfWhere({ steps, where }: Path): Lookup | undefined {
  const [first, ...parts] = steps;
  if (first?.name !== "emails" || parts.length > 0 || !where) return undefined;
  const { value } = demandedBy(where);
  return typeof value === "string" ? { kind: "email", value } : undefined;
}
