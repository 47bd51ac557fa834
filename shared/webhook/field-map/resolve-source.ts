import type { ValidationIssue } from "../problem.ts";
import { fragmentOf, isSaidAt, readPointer } from "../../json-pointer.ts";
import { dateInZone } from "../../zoned-time.ts";
import { readDate } from "./read-date.ts";
import {
  type Join,
  type FieldSource,
  fieldSourcesOf,
  type ValueSource,
} from "./value-source.ts";

/** Where sources read their values. */
export type SourceContext = {
  item: unknown;
  body: unknown;
  /** The data of the thin event whose record is the body. */
  event: unknown;
  /** JSON Pointer of the item in the body. */
  at: string;
  /** What `today` means in the table of a date. */
  nowMs: number;
  /** An IANA name. */
  zone: string;
};

/**
 * A value and the JSON Pointer of its origin. The value is undefined if the payload has none; a constant has no
 * pointer. `clears`: the payload has null, which is a value there. `isNone`: the payload says that there is no value,
 * by null, blank text or a date that stands for none. A place that is missing says nothing, because vendors leave out
 * what the reader may not see.
 */
export type Resolved =
  | {
      value: unknown;
      pointer: string | undefined;
      clears?: boolean;
      isNone?: boolean;
    }
  | { issue: ValidationIssue };

const notShown = "must be there: the reader may lack the right to see it";

/** A list is searched for each field that comes from it, so its length is limited. */
const maxItems = 1000;

/** Resolves the first of several sources that is not empty. */
export function resolveFirst(
  sources: readonly ValueSource[],
  context: SourceContext,
): Resolved {
  let isNone = false;
  for (const source of sources) {
    const resolved = resolveSource(source, context);
    if ("issue" in resolved || resolved.clears || !isEmpty(resolved.value))
      return resolved;
    isNone ||= resolved.isNone ?? false;
  }
  return { value: undefined, pointer: undefined, isNone };
}

/** Resolves one source. A value that the table of the source does not list is an issue of the payload. */
export function resolveSource(
  source: ValueSource,
  context: SourceContext,
): Resolved {
  if ("value" in source) {
    const { value } = source;
    return { value, pointer: undefined, isNone: isEmpty(value) };
  }
  if ("join" in source) return resolveJoin(source, context);
  const { all, date, values, otherwise, nullClears, required } = source;
  const found = readField(source, context);
  if ("issue" in found) return found;
  const { pointer } = found;
  if (required && !found.isSaid) return { issue: issueAt(pointer, notShown) };
  if (nullClears && found.value === null)
    return { value: null, pointer, clears: true, isNone: true };

  let value = isEmpty(found.value) ? undefined : found.value;
  let isNone = value === undefined && found.isSaid;
  if (date !== undefined && value !== undefined) {
    const read = readDate(value, date, context.zone);
    if ("expected" in read) return { issue: issueAt(pointer, read.expected) };
    value = read.date;
    isNone = value === undefined;
  }
  if (!values) return { value, pointer, isNone };

  const entry =
    all === undefined
      ? rowOf(
          values,
          date === undefined ? keyOf(value) : dateKeyOf(value, context),
        )
      : rowOfItems(values, value);
  const chosen = entry ?? otherwise;
  if (chosen) {
    // A constant of the table has the place of the value that chose it.
    const resolved = resolveSource(chosen, context);
    return "issue" in resolved
      ? resolved
      : { ...resolved, pointer: resolved.pointer ?? pointer };
  }
  if (value === undefined) return { value, pointer, isNone };
  const known = Object.keys(values).join(", ");
  return { issue: issueAt(pointer, `must be one of ${known}`) };
}

type Table = NonNullable<FieldSource["values"]>;

function rowOf(table: Table, key: string | undefined): ValueSource | undefined {
  return key !== undefined && Object.hasOwn(table, key)
    ? table[key]
    : undefined;
}

/**
 * The first row of the table that one of the items has. A row that ends the employment counts only if each item has
 * such a row, so that an ended contract says nothing beside another one, whatever their order. An empty list is an
 * empty value.
 */
function rowOfItems(table: Table, items: unknown): ValueSource | undefined {
  const list: readonly unknown[] = Array.isArray(items) ? items : [undefined];
  const keys = (list.length > 0 ? list : [undefined]).map(keyOf);
  const ends = (row: ValueSource | undefined) =>
    row !== undefined && "value" in row && row.value === "employee.terminated";
  const [, first] =
    Object.entries(table).find(
      ([key, row]) => keys.includes(key) && !ends(row),
    ) ?? [];
  if (first) return first;
  const rows = keys.map((key) => rowOf(table, key));
  return rows.every(ends) ? rows[0] : undefined;
}

/** JSON Pointers of all payload fields that a source may read. */
export function pointersOf(source: ValueSource, at: string): string[] {
  return fieldSourcesOf(source)
    .filter(({ of }) => of !== "event")
    .map((field) => pointerIn(field, at));
}

/** An issue of the sender's body. The pointer becomes a URI fragment. */
export function issueAt(pointer: string, detail: string): ValidationIssue {
  return { pointer: fragmentOf(pointer), detail };
}

/** The issue of an integer that is too large to be exact: two long ids could become one text, and two employees one. */
export function inexactAt(
  pointer: string,
  value: unknown,
): { issue: ValidationIssue } | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const detail = "must be text: the number is too large to be exact";
  return { issue: issueAt(pointer, detail) };
}

/** Reads the value of a field as the payload has it: at a pointer, or from the items of the list at that pointer. */
function readField(
  field: FieldSource,
  context: SourceContext,
):
  | { value: unknown; pointer: string; isSaid: boolean }
  | { issue: ValidationIssue } {
  const { from, of, where = {}, first, all } = field;
  const pointer = pointerIn(field, context.at);
  const value = readPointer(context[of], from);
  const isSaid = isSaidAt(context[of], from);
  const place = first ?? all;
  if (place === undefined || isEmpty(value)) return { value, pointer, isSaid };
  if (!Array.isArray(value))
    return { issue: issueAt(pointer, "must be an array") };
  if (value.length > maxItems)
    return { issue: issueAt(pointer, `must have at most ${maxItems} items`) };

  const items: readonly unknown[] = value;
  const isSelected = (item: unknown) =>
    Object.entries(where).every(
      ([one, expected]) => keyOf(readPointer(item, one)) === String(expected),
    );
  if (all !== undefined)
    return {
      value: items
        .filter(isSelected)
        .map((item) => readPointer(item, all))
        // A table can have a row for an item without a value.
        .filter((one) => field.values !== undefined || !isEmpty(one)),
      pointer,
      isSaid,
    };
  const index = items.findIndex(isSelected);
  return index < 0
    ? { value: undefined, pointer, isSaid }
    : {
        value: readPointer(items[index], place),
        pointer: `${pointer}/${index}${place}`,
        isSaid: isSaidAt(items[index], place),
      };
}

/** A text of all values that are not empty. If the payload fills none of its places, constants do not count either. */
function resolveJoin(
  { join, with: separator }: Join,
  context: SourceContext,
): Resolved {
  const parts: unknown[] = [];
  let found: string | undefined;
  for (const source of join) {
    const resolved = resolveSource(source, context);
    if ("issue" in resolved) return resolved;
    const { value, pointer } = resolved;
    if (isEmpty(value)) continue;
    const at = pointer ?? context.at;
    if (typeof value !== "string" && typeof value !== "number")
      return { issue: issueAt(at, "must be text or a number") };
    const inexact = inexactAt(at, value);
    if (inexact) return inexact;
    parts.push(value);
    found ??= pointer;
  }
  const isFilled = found !== undefined || join.every((one) => "value" in one);
  return {
    value: isFilled ? parts.join(separator) : undefined,
    pointer: found,
  };
}

function pointerIn({ from, of }: FieldSource, at: string): string {
  return of === "item" ? at + from : from;
}

/** HR systems express an empty field as an absent field, as null, or as text that is empty or blank. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "")
  );
}

/** The key of a value in a table. An empty value has the empty key. */
function keyOf(value: unknown): string | undefined {
  if (isEmpty(value)) return "";
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}

/** The key of a date in a table, one of the keys of a date's table. */
function dateKeyOf(date: unknown, { nowMs, zone }: SourceContext): string {
  if (typeof date !== "string") return "";
  const today = dateInZone(nowMs, zone);
  if (date === today) return "today";
  return date < today ? "past" : "future";
}
