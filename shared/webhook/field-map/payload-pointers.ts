import type { ValidationIssue } from "../problem.ts";
import type { FieldMap } from "./field-map.ts";
import { fragmentOf } from "../../json-pointer.ts";
import { pointersOf } from "./resolve-source.ts";

/**
 * Finds the fields of the sender's body from which a field of our envelope comes, as JSON Pointers in URI fragments.
 * The result is empty if the map itself gives the value.
 *
 * @param pointer - a field of the envelope, as the envelope parser writes it: `#/data/email`
 * @param at - JSON Pointer of the item in the body
 */
export function payloadPointersOf(
  map: FieldMap,
  pointer: string,
  at = "",
): string[] {
  const field = decodeURIComponent(pointer.slice(1));
  const sources =
    field === "/type"
      ? [map.type]
      : field === "/timestamp"
        ? (map.timestamp ?? [])
        : Object.entries(map.fields)
            .filter(([target]) => overlaps(`/data${target}`, field))
            .flatMap(([, found]) => found);
  const pointers = sources.flatMap((source) => pointersOf(source, at));
  return [...new Set(pointers)].map(fragmentOf);
}

/** Translates an issue of the envelope into issues of the sender's payload, if the payload gives the value. */
export function toPayloadIssues(
  map: FieldMap,
  { pointer, detail }: ValidationIssue,
  at?: string,
): ValidationIssue[] {
  const pointers = payloadPointersOf(map, pointer, at);
  return (pointers.length === 0 ? [pointer] : pointers).map((one) => ({
    pointer: one,
    detail,
  }));
}

/** Whether one pointer leads into the value of the other. */
function overlaps(one: string, other: string): boolean {
  return (
    one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
  );
}
