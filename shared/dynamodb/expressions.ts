import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

/** Values in the form of DynamoDB. Undefined fields are not written. */
export function toAttributes(values: object): Record<string, AttributeValue> {
  return marshall(values, {
    removeUndefinedValues: true,
    // An event may have a field named "constructor". Without this option, the SDK refuses an object with such a field.
    convertClassInstanceToMap: true,
  });
}

type Value = string | number | boolean;

/** An attribute that the item must not have. */
export const absent = { absent: true } as const;

/**
 * What must be true of an attribute: it is this value, or one of these, or absent, or a higher number, or a list of
 * this length. `noneOf`, `below` and `atMost` are also true of an absent attribute.
 */
type Condition =
  | Value
  | { oneOf: readonly Value[] }
  | { noneOf: readonly Value[] }
  | typeof absent
  | { above: number }
  | { length: number }
  | { below: number }
  | { atMost: number };

export type Where = Record<string, Condition>;

/** The attributes of an update. A dot leads into a map: `steps.create person`; brackets into a list: `history[2]`. */
export type Update = {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  /** Numbers to add, or texts to add to a set. An absent attribute counts from 0, or is an empty set. */
  add?: Record<string, number | ReadonlySet<string>>;
  /** Items to append to a list. */
  append?: Record<string, readonly unknown[]>;
  /** What must be true for the write. Of several alternatives, one must be true. */
  where: Where | readonly Where[];
  /** An absent item meets the conditions as an item without attributes, and is created. @default it fails them */
  createsItem?: boolean;
};

/** An update as DynamoDB expressions. */
export function expressionsOf({
  set = {},
  remove = [],
  add = {},
  append = {},
  where,
  createsItem = false,
}: Update) {
  const placeholders = createPlaceholders();
  const { nameOf, valueOf } = placeholders;
  const sets: string[] = [];
  for (const [path, value] of Object.entries(set))
    if (value !== undefined) sets.push(`${nameOf(path)} = ${valueOf(value)}`);
  for (const [path, items] of Object.entries(append)) {
    const name = nameOf(path);
    sets.push(
      `${name} = list_append(if_not_exists(${name}, ${valueOf([])}), ${valueOf(items)})`,
    );
  }
  const adds = Object.entries(add).map(
    ([path, by]) => `${nameOf(path)} ${valueOf(by)}`,
  );
  const clauses = [
    ...clauseOf("SET", sets),
    ...clauseOf("REMOVE", remove.map(nameOf)),
    ...clauseOf("ADD", adds),
  ];
  const exists = createsItem ? [] : ["attribute_exists(id)"];
  // AND binds tighter than OR.
  const condition = [where]
    .flat()
    .map((one) =>
      [...exists, ...conditionsOf(one, placeholders).conditions].join(" AND "),
    )
    .join(" OR ");
  return {
    UpdateExpression: clauses.join(" "),
    // DynamoDB refuses an empty one.
    ...(condition !== "" && { ConditionExpression: condition }),
    ...placeholders.used(),
  };
}

function clauseOf(keyword: string, parts: readonly string[]): string[] {
  return parts.length > 0 ? [`${keyword} ${parts.join(", ")}`] : [];
}

/** Conditions as a DynamoDB expression. */
export function conditionsOf(
  where: Where,
  placeholders = createPlaceholders(),
) {
  const conditions = Object.entries(where).map(([path, condition]) =>
    conditionOf(path, condition, placeholders),
  );
  return { ...placeholders, conditions };
}

function conditionOf(
  path: string,
  condition: Condition,
  { nameOf, valueOf }: ReturnType<typeof createPlaceholders>,
): string {
  const name = nameOf(path);
  if (typeof condition !== "object") return `${name} = ${valueOf(condition)}`;
  if ("oneOf" in condition)
    return `${name} IN (${condition.oneOf.map(valueOf).join(", ")})`;
  if ("noneOf" in condition)
    return `(NOT ${name} IN (${condition.noneOf.map(valueOf).join(", ")}))`;
  if ("above" in condition) return `${name} > ${valueOf(condition.above)}`;
  if ("length" in condition)
    return `size(${name}) = ${valueOf(condition.length)}`;
  const isAbsent = `attribute_not_exists(${name})`;
  if ("absent" in condition) return isAbsent;
  return "below" in condition
    ? `(${isAbsent} OR ${name} < ${valueOf(condition.below)})`
    : `(${isAbsent} OR ${name} <= ${valueOf(condition.atMost)})`;
}

/** The names and values of an expression, each under a placeholder. */
function createPlaceholders() {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  let count = 0;
  const nameOfPart = (part: string): string => {
    const [name = "", index] = part.split("[");
    const placeholder = names.get(name) ?? `#n${names.size}`;
    names.set(name, placeholder);
    return index === undefined ? placeholder : `${placeholder}[${index}`;
  };
  return {
    nameOf: (path: string): string => path.split(".").map(nameOfPart).join("."),
    valueOf: (value: unknown): string => {
      const placeholder = `:v${count++}`;
      values[placeholder] = value;
      return placeholder;
    },
    /** As DynamoDB takes them: it refuses empty values. */
    used: () => ({
      ExpressionAttributeNames: Object.fromEntries(
        [...names].map(([name, placeholder]) => [placeholder, name]),
      ),
      ...(count > 0 && { ExpressionAttributeValues: toAttributes(values) }),
    }),
  };
}
