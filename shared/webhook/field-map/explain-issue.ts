import type { FieldMap } from "./field-map.ts";
import { fragmentOf } from "./json-pointer.ts";
import { pointersOf } from "./resolve-source.ts";

/**
 * The places in the sender's body that an issue in our envelope comes from, as JSON Pointers in URI fragments; none
 * where the map itself says the value.
 *
 * @param pointer - as the envelope parser gives it: `#/data/email`
 * @param at - where the item lies in the body
 */
export function explainIssue(
  map: FieldMap,
  pointer: string,
  at = "",
): string[] {
  const place = decodeURIComponent(pointer.slice(1));
  const sources =
    place === "/type"
      ? [map.type]
      : place === "/timestamp"
        ? (map.timestamp ?? [])
        : Object.entries(map.fields)
            .filter(([target]) => isNear(`/data${target}`, place))
            .flatMap(([, found]) => found);
  const pointers = sources.flatMap((source) => pointersOf(source, at));
  return [...new Set(pointers)].map(fragmentOf);
}

/** One lies within the other. */
function isNear(one: string, other: string): boolean {
  return (
    one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
  );
}
