import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import {
  compare,
  isSame,
  type Item,
  type MutableItem,
  type Path,
  setValue,
  valueAt,
} from "./attribute-values.ts";

/** The names and values of the placeholders of a request. */
export type Placeholders = {
  names: Record<string, string>;
  values: Record<string, AttributeValue>;
};

type Read<T> = (item: Item | undefined, given: Placeholders) => T;
type Operand = Read<AttributeValue | undefined>;
/** Changes the item, which is a copy of the one before. What is inside of its attributes is copied when it changes. */
type Change = (item: MutableItem, before: Item, given: Placeholders) => void;

/** A request that DynamoDB answers with a `ValidationException`. */
export class InvalidRequest extends Error {
  override readonly name = "InvalidRequest";
}

const token = /\s*(<=|>=|<>|[=<>(),.[\]]|[#:]?\w+)/y;

/** The words of an expression, and a place in them. */
function createTokens(text: string) {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined)
      throw new InvalidRequest(`Syntax error at ${at} of "${text}"`);
    tokens.push(found);
  }
  let next = 0;
  const tokensLeft = {
    peek: () => tokens[next] ?? "",
    take: () => tokens[next++] ?? "",
    /** Takes the next token if it is this one. */
    skip: (wanted: string) => tokens[next] === wanted && ++next > 0,
    expect(wanted: string): void {
      if (!tokensLeft.skip(wanted))
        throw new InvalidRequest(`Expected ${wanted} in "${text}"`);
    },
  };
  return tokensLeft;
}
type Tokens = ReturnType<typeof createTokens>;

/** Compiles the condition of a write, or the condition of keys. The same text is compiled once. */
export const compileCondition = compiledOnce((text): Read<boolean> => {
  const tokens = createTokens(text);
  const condition = readOr(tokens);
  if (tokens.peek() !== "") throw new InvalidRequest(`Syntax error: ${text}`);
  return condition;
});

/** Compiles the expression of an update, which makes another item. The same text is compiled once. */
export const compileUpdate = compiledOnce((text) => {
  const tokens = createTokens(text);
  const changes: Change[] = [];
  while (tokens.peek() !== "") {
    const clause = tokens.take();
    do changes.push(readChange(clause, tokens));
    while (tokens.skip(","));
  }
  return (before: Item, given: Placeholders): Item => {
    const item = { ...before };
    for (const change of changes) change(item, before, given);
    return item;
  };
});

function readOr(tokens: Tokens): Read<boolean> {
  const parts = [readAnd(tokens)];
  while (tokens.skip("OR")) parts.push(readAnd(tokens));
  const [only] = parts;
  return parts.length === 1 && only
    ? only
    : (item, given) => parts.some((part) => part(item, given));
}

function readAnd(tokens: Tokens): Read<boolean> {
  const parts = [readNot(tokens)];
  while (tokens.skip("AND")) parts.push(readNot(tokens));
  return (item, given) => parts.every((part) => part(item, given));
}

function readNot(tokens: Tokens): Read<boolean> {
  if (tokens.skip("NOT")) {
    const inner = readNot(tokens);
    return (item, given) => !inner(item, given);
  }
  if (tokens.skip("(")) {
    const inner = readOr(tokens);
    tokens.expect(")");
    return inner;
  }
  if (tokens.skip("attribute_exists")) return readExists(tokens);
  if (tokens.skip("attribute_not_exists")) {
    const exists = readExists(tokens);
    return (item, given) => !exists(item, given);
  }
  return readComparison(tokens);
}

function readExists(tokens: Tokens): Read<boolean> {
  tokens.expect("(");
  const path = readPath(tokens);
  tokens.expect(")");
  return (item, given) => valueAt(item, path(given)) !== undefined;
}

function readComparison(tokens: Tokens): Read<boolean> {
  const left = readOperand(tokens);
  const sign = tokens.take();
  if (sign === "IN") {
    tokens.expect("(");
    const options = [readOperand(tokens)];
    while (tokens.skip(",")) options.push(readOperand(tokens));
    tokens.expect(")");
    return (item, given) =>
      options.some((one) => isSame(left(item, given), one(item, given)));
  }
  const right = readOperand(tokens);
  if (sign === "BETWEEN") {
    tokens.expect("AND");
    const high = readOperand(tokens);
    return (item, given) => {
      const value = left(item, given);
      return (
        (compare(value, right(item, given)) ?? -1) >= 0 &&
        (compare(value, high(item, given)) ?? 1) <= 0
      );
    };
  }
  if (sign === "=")
    return (item, given) => isSame(left(item, given), right(item, given));
  const holds = comparisons[sign];
  if (!holds) throw new InvalidRequest(`Unknown operator ${sign}`);
  return (item, given) => {
    const order = compare(left(item, given), right(item, given));
    return order !== undefined && holds(order);
  };
}

const comparisons: Record<string, (order: number) => boolean> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function readOperand(tokens: Tokens): Operand {
  const first = tokens.peek();
  if (first.startsWith(":")) {
    tokens.take();
    return (_item, { values }) => valueOf(first, values);
  }
  if (first === "size" || first === "if_not_exists" || first === "list_append")
    return readFunction(tokens);
  const path = readPath(tokens);
  return (item, given) => valueAt(item, path(given));
}

function readFunction(tokens: Tokens): Operand {
  const name = tokens.take();
  tokens.expect("(");
  const one = readOperand(tokens);
  if (name === "size") {
    tokens.expect(")");
    return (item, given) => lengthOf(one(item, given));
  }
  tokens.expect(",");
  const other = readOperand(tokens);
  tokens.expect(")");
  if (name === "if_not_exists")
    return (item, given) => one(item, given) ?? other(item, given);
  return (item, given) => {
    const begin = one(item, given)?.L;
    const end = other(item, given)?.L;
    if (!begin || !end) throw new InvalidRequest("list_append takes lists");
    return { L: [...begin, ...end] };
  };
}

function lengthOf(
  value: AttributeValue | undefined,
): AttributeValue | undefined {
  const many = value?.L ?? value?.SS ?? value?.S ?? value?.B;
  const length =
    many?.length ?? (value?.M ? Object.keys(value.M).length : undefined);
  return length === undefined ? undefined : { N: String(length) };
}

function readPath(tokens: Tokens): (given: Placeholders) => Path {
  const parts: (string | number)[] = [tokens.take()];
  for (;;) {
    if (tokens.skip(".")) parts.push(tokens.take());
    else if (tokens.skip("[")) {
      parts.push(Number(tokens.take()));
      tokens.expect("]");
    } else break;
  }
  return ({ names }) =>
    parts.map((part) => {
      if (typeof part === "number" || part[0] !== "#") return part;
      const name = names[part];
      if (name === undefined) throw new InvalidRequest(`${part} has no name`);
      return name;
    });
}

function readChange(clause: string, tokens: Tokens): Change {
  const path = readPath(tokens);
  if (clause === "REMOVE")
    return (item, _before, given) => {
      const at = path(given);
      if (valueAt(item, at) !== undefined) setValue(item, at, undefined);
    };
  if (clause === "SET") {
    tokens.expect("=");
    const value = readOperand(tokens);
    return (item, before, given) =>
      put(item, path(given), value(before, given));
  }
  if (clause !== "ADD") throw new InvalidRequest(`Unknown clause ${clause}`);
  const value = readOperand(tokens);
  return (item, before, given) => {
    const at = path(given);
    put(item, at, sum(valueAt(before, at), value(before, given)));
  };
}

function put(
  item: MutableItem,
  path: Path,
  value: AttributeValue | undefined,
): void {
  if (value && setValue(item, path, value)) return;
  throw new InvalidRequest(
    "The document path provided in the update expression is invalid for update",
  );
}

function sum(
  old: AttributeValue | undefined,
  by: AttributeValue | undefined,
): AttributeValue {
  if (by?.N !== undefined && (old === undefined || old.N !== undefined))
    return { N: String(Number(old?.N ?? 0) + Number(by.N)) };
  if (by?.SS && (old === undefined || old.SS))
    return { SS: [...new Set([...(old?.SS ?? []), ...by.SS])] };
  throw new InvalidRequest(
    "An operand in the update expression has an incorrect data type",
  );
}

function valueOf(
  placeholder: string,
  values: Record<string, AttributeValue>,
): AttributeValue {
  const value = values[placeholder];
  if (value) return value;
  throw new InvalidRequest(`${placeholder} has no value`);
}

function compiledOnce<T>(compile: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const compiled = known.get(text) ?? compile(text);
    known.set(text, compiled);
    return compiled;
  };
}
