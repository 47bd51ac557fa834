import type { ValidationIssue } from "../problem.ts";
import { fragmentOf, readPointer } from "../../json-pointer.ts";
import { type Lookup, lookupsOf, type Source } from "./source.ts";

/** Where sources read their values. */
export type SourceContext = {
  item: unknown;
  body: unknown;
  /** The data of the thin event whose record is the body. */
  event: unknown;
  /** JSON Pointer of the item in the body. */
  at: string;
};

/**
 * A value and the JSON Pointer of its origin. The value is undefined if the payload has none; a constant has no
 * pointer. `clears`: the payload has null, which is a value there.
 */
export type Resolved =
  | { value: unknown; pointer: string | undefined; clears?: boolean }
  | { issue: ValidationIssue };

/** Resolves the first of several sources that is not empty. */
export function resolveFirst(
  sources: readonly Source[],
  context: SourceContext,
): Resolved {
  for (const source of sources) {
    const resolved = resolveSource(source, context);
    if ("issue" in resolved || resolved.clears || !isEmpty(resolved.value))
      return resolved;
  }
  return { value: undefined, pointer: undefined };
}

/** Resolves one source. A value that the table of the source does not list is an issue of the payload. */
export function resolveSource(
  source: Source,
  context: SourceContext,
): Resolved {
  if ("value" in source) return { value: source.value, pointer: undefined };
  const { from, of, values, otherwise, nullClears } = source;
  const pointer = pointerIn(source, context.at);
  const read = readPointer(context[of], from);
  if (nullClears && read === null)
    return { value: null, pointer, clears: true };
  const value = isEmpty(read) ? undefined : read;
  if (!values) return { value, pointer };

  const key = keyOf(value);
  const entry =
    key !== undefined && Object.hasOwn(values, key) ? values[key] : otherwise;
  if (entry) {
    const resolved = resolveSource(entry, context);
    return "issue" in resolved
      ? resolved
      : { ...resolved, pointer: resolved.pointer ?? pointer };
  }
  if (value === undefined) return { value, pointer };
  const known = Object.keys(values).join(", ");
  return { issue: issueAt(pointer, `must be one of ${known}`) };
}

/** JSON Pointers of all payload fields that a source may read. */
export function pointersOf(source: Source, at: string): string[] {
  return lookupsOf(source)
    .filter(({ of }) => of !== "event")
    .map((lookup) => pointerIn(lookup, at));
}

export function issueAt(pointer: string, detail: string): ValidationIssue {
  return { pointer: fragmentOf(pointer), detail };
}

function pointerIn({ from, of }: Lookup, at: string): string {
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

/** The key of a value in a table. An absent value has the empty key. */
function keyOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}
