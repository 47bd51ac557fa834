import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** An item in the form of DynamoDB. Nothing changes it: each write makes another one. */
export type Item = Readonly<Record<string, AttributeValue>>;
/** An item that is being made. */
export type MutableItem = Record<string, AttributeValue>;

/** Below another map or list, a name; below a list, a number. */
export type Path = readonly (string | number)[];

export function valueAt(
  item: Item | undefined,
  path: Path,
): AttributeValue | undefined {
  const [first = "", ...rest] = path;
  let value = item?.[first];
  for (const part of rest)
    value = typeof part === "number" ? value?.L?.[part] : value?.M?.[part];
  return value;
}

/**
 * Sets the value at the path, or removes it. Maps and lists inside of the map are copied.
 *
 * @returns whether the path leads through maps and lists only
 */
export function setValue(
  map: MutableItem,
  [first, ...rest]: Path,
  value: AttributeValue | undefined,
): boolean {
  const name = String(first);
  if (rest.length === 0) {
    if (value === undefined) delete map[name];
    else map[name] = value;
    return true;
  }
  const inside = map[name];
  const [index, ...below] = rest;
  if (inside?.M && typeof index === "string") {
    const M = { ...inside.M };
    map[name] = { M };
    return setValue(M, rest, value);
  }
  if (!inside?.L || typeof index !== "number") return false;
  const L = withEntry(inside.L, index, below, value);
  if (L) map[name] = { L };
  return L !== undefined;
}

function withEntry(
  list: readonly AttributeValue[],
  index: number,
  below: Path,
  value: AttributeValue | undefined,
): AttributeValue[] | undefined {
  if (below.length > 0) {
    const M = list[index]?.M && { ...list[index].M };
    return M && setValue(M, below, value) ? list.with(index, { M }) : undefined;
  }
  if (value === undefined) return list.filter((_, at) => at !== index);
  // As DynamoDB does: an entry behind the end of a list is appended.
  return index < list.length ? list.with(index, value) : [...list, value];
}

export function isSame(
  one: AttributeValue | undefined,
  other: AttributeValue | undefined,
): boolean {
  if (!one || !other) return false;
  if (one.S !== undefined) return one.S === other.S;
  if (one.N !== undefined) return Number(one.N) === Number(other.N ?? NaN);
  if (one.BOOL !== undefined) return one.BOOL === other.BOOL;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Negative if the first is less. `undefined` if the values have no order. */
export function compare(
  one: AttributeValue | undefined,
  other: AttributeValue | undefined,
): number | undefined {
  if (one?.N !== undefined && other?.N !== undefined)
    return Number(one.N) - Number(other.N);
  if (one?.S === undefined || other?.S === undefined) return undefined;
  return one.S < other.S ? -1 : one.S > other.S ? 1 : 0;
}

/** As DynamoDB counts it, within a few bytes. */
export function sizeOf(item: Item): number {
  let size = 0;
  for (const name in item)
    size += Buffer.byteLength(name) + sizeOfValue(item[name]!);
  return size;
}

function sizeOfValue(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.B !== undefined) return value.B.byteLength;
  if (value.M) return 3 + sizeOf(value.M) + Object.keys(value.M).length;
  if (value.L)
    return value.L.reduce((sum, one) => sum + 1 + sizeOfValue(one), 3);
  if (value.SS) return value.SS.reduce((sum, one) => sum + one.length, 0);
  return 1;
}
