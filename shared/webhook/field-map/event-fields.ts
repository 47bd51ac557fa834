import { nearestTo } from "../../nearest.ts";
import { eventFactsOf, type FieldKind } from "../../event-types.ts";

/** The kind of a target field, a JSON Pointer into our `data`. Undefined if the event type has no such field. */
export function kindOfField(
  type: string,
  target: string,
): FieldKind | undefined {
  const pattern = target
    .replace(/\/\d(?=\/|$)/, "/#")
    .replace(/^\/identities\/[a-z][a-z0-9-]{0,30}$/, "/identities/*");
  const fields = eventFactsOf(type)?.map?.fields;
  return fields && Object.hasOwn(fields, pattern) ? fields[pattern] : undefined;
}

/** The list item of a target: `/phones/0` for `/phones/0/value`. Undefined if the target is not in a list. */
export function listItemOf(target: string): string | undefined {
  return /^\/[^/]+\/\d(?=\/|$)/.exec(target)?.[0];
}

/** The field that a name was meant to be, by its letters or by its last part. Undefined if none is near. */
export function nearestField(
  name: string,
  known: readonly string[],
): string | undefined {
  const last = name.slice(name.lastIndexOf("/"));
  return nearestTo(name, known) ?? known.find((field) => field.endsWith(last));
}
