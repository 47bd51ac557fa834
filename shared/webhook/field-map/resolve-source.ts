import type { ValidationIssue } from "../problem.ts";
import { fragmentOf, readPointer } from "./json-pointer.ts";
import type { Lookup, Source } from "./source.ts";

/** One item of a body, and where it lies in it. */
export type SourceContext = { item: unknown; body: unknown; at: string };

/** A value, undefined where the payload has none, and the place it came from; a constant comes from nowhere. */
export type Resolved =
  { value: unknown; pointer: string | undefined } | { issue: ValidationIssue };

/** The first of several sources that is not empty. */
export function resolveFirst(
  sources: readonly Source[],
  place: SourceContext,
): Resolved {
  for (const source of sources) {
    const resolved = resolveSource(source, place);
    if ("issue" in resolved || !isEmpty(resolved.value)) return resolved;
  }
  return { value: undefined, pointer: undefined };
}

/** The value of one source. A table that does not know a value is an issue of the payload, in the sender's words. */
export function resolveSource(source: Source, place: SourceContext): Resolved {
  if ("value" in source) return { value: source.value, pointer: undefined };
  const { from, of, values, otherwise } = source;
  const pointer = pointerIn(source, place.at);
  const read = readPointer(of === "body" ? place.body : place.item, from);
  const value = isEmpty(read) ? undefined : read;
  if (!values) return { value, pointer };

  const key = keyOf(value);
  const entry =
    key !== undefined && Object.hasOwn(values, key) ? values[key] : otherwise;
  if (entry) {
    const resolved = resolveSource(entry, place);
    return "issue" in resolved
      ? resolved
      : { ...resolved, pointer: resolved.pointer ?? pointer };
  }
  if (value === undefined) return { value, pointer };
  const known = Object.keys(values).join(", ");
  return { issue: issueAt(pointer, `must be one of ${known}`) };
}

/** Every place in the payload that a source may look at. */
export function pointersOf(source: Source, at: string): string[] {
  if ("value" in source) return [];
  const { values = {}, otherwise } = source;
  const entries = [...Object.values(values), ...(otherwise ? [otherwise] : [])];
  return [
    pointerIn(source, at),
    ...entries.flatMap((entry) => pointersOf(entry, at)),
  ];
}

export function issueAt(pointer: string, detail: string): ValidationIssue {
  return { pointer: fragmentOf(pointer), detail };
}

function pointerIn({ from, of }: Lookup, at: string): string {
  return of === "body" ? from : at + from;
}

/** HR systems say "nothing" by leaving a field out, by null, and by text of no characters or of spaces. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "")
  );
}

/** How a value is looked up in a table: nothing at all as the empty text. */
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
