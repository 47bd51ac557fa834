import type { ValidationIssue } from "../problem.ts";
import type { FieldMap } from "./field-map.ts";
import { fragmentOf } from "../../json-pointer.ts";
import type { MappedItem } from "./apply-field-map.ts";
import { pointersOf } from "./resolve-source.ts";
import type { ValueSource } from "./value-source.ts";

type Item = Pick<MappedItem, "at" | "places">;

/**
 * Finds the fields of the sender's body from which a field of our envelope comes, as JSON Pointers in URI fragments.
 * The result is empty if the map itself gives the value.
 *
 * @param pointer - a field of the envelope, as the envelope parser writes it: `#/data/email`
 * @param item - where the item is in the body, and where it has values. If the map names several places for a field,
 *   only the place with the value counts
 */
export function payloadPointersOf(
  map: FieldMap,
  pointer: string,
  { at = "", places = {} }: Partial<Item> = {},
): string[] {
  const field = decodeURIComponent(pointer.slice(1));
  const all = (sources: readonly ValueSource[]) =>
    sources.flatMap((source) => pointersOf(source, at));
  const pointers =
    field === "/type"
      ? all([map.type])
      : field === "/timestamp"
        ? all(map.timestamp ?? [])
        : Object.entries(map.fields)
            .filter(([target]) => overlaps(`/data${target}`, field))
            .flatMap(([target, sources]) => places[target] ?? all(sources));
  return [...new Set(pointers)].map(fragmentOf);
}

/** Translates an issue of the envelope into issues of the sender's payload, if the payload gives the value. */
export function toPayloadIssues(
  map: FieldMap,
  { pointer, detail }: ValidationIssue,
  item?: Partial<Item>,
): ValidationIssue[] {
  const pointers = payloadPointersOf(map, pointer, item);
  return (pointers.length === 0 ? [pointer] : pointers).map((one) => ({
    pointer: one,
    detail,
  }));
}

/** Whether one pointer leads into the value of the other. */
export function overlaps(one: string, other: string): boolean {
  return (
    one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
  );
}
