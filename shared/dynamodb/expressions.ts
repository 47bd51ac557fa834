type Value = string | number | boolean;

/** An attribute that the item must not have. */
export const absent = { absent: true } as const;

/**
 * What must hold of an attribute: it is this value, or one of these, or absent, or a higher number, or a list of this
 * length. `noneOf`, `below` and `atMost` also hold of an absent attribute.
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
  /** What must hold, otherwise nothing is written. Of several alternatives, one must hold. */
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
  const sets = [
    ...Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([path, value]) => `${nameOf(path)} = ${valueOf(value)}`),
    ...Object.entries(append).map(([path, items]) => {
      const name = nameOf(path);
      return `${name} = list_append(if_not_exists(${name}, ${valueOf([])}), ${valueOf(items)})`;
    }),
  ];
  const clauses: [keyword: string, parts: string[]][] = [
    ["SET", sets],
    ["REMOVE", remove.map(nameOf)],
    [
      "ADD",
      Object.entries(add).map(([path, by]) => `${nameOf(path)} ${valueOf(by)}`),
    ],
  ];
  const { names, values } = placeholders;
  const exists = createsItem ? [] : ["attribute_exists(id)"];
  const alternatives = [where]
    .flat()
    .map((conditions) => [
      ...exists,
      ...conditionsOf(conditions, placeholders).conditions,
    ]);
  // AND binds tighter than OR.
  const condition = alternatives
    .map((conditions) => conditions.join(" AND "))
    .join(" OR ");
  return {
    UpdateExpression: clauses
      .filter(([, parts]) => parts.length > 0)
      .map(([keyword, parts]) => `${keyword} ${parts.join(", ")}`)
      .join(" "),
    // DynamoDB refuses an empty one.
    ...(condition !== "" && { ConditionExpression: condition }),
    ExpressionAttributeNames: Object.fromEntries(names),
    ...(values.size > 0 && {
      ExpressionAttributeValues: Object.fromEntries(values),
    }),
  };
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
  { nameOf, valueOf }: Placeholders,
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
  const values = new Map<string, unknown>();
  return {
    names,
    values,
    nameOf: (path: string): string =>
      path
        .split(".")
        .map((part) => {
          const [list = "", index] = part.split("[");
          const name = placeholder(names, "#n", list);
          return index === undefined ? name : `${name}[${index}`;
        })
        .join("."),
    valueOf: (value: unknown): string => placeholder(values, ":v", value),
  };
}

type Placeholders = ReturnType<typeof createPlaceholders>;

function placeholder<V>(
  known: Map<string, V>,
  prefix: string,
  value: V,
): string {
  const key = `${prefix}${known.size}`;
  known.set(key, value);
  return key;
}
