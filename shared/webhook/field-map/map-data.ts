import type { ValidationIssue } from "../problem.ts";
import type { FieldKind } from "../../event-types.ts";
import { kindOfField, listItemOf } from "./event-fields.ts";
import type { FieldMap } from "./field-map.ts";
import { pointerNamesOf } from "../../json-pointer.ts";
import {
  inexactAt,
  type SourceContext,
  resolveFirst,
} from "./resolve-source.ts";
import { fieldSourcesOf } from "./value-source.ts";

/**
 * Builds our `data` from one item, with those fields of its event type that the payload fills. Lists have no gaps. A
 * list item whose payload fields are all empty is left out, and its constants with it.
 */
export function mapData(
  { fields, zone }: FieldMap,
  type: string,
  context: SourceContext,
): { data: Record<string, unknown>; issues: ValidationIssue[] } {
  const filled = new Map<string, unknown>();
  const issues: ValidationIssue[] = [];
  const expectedItems = new Set<string>();
  const foundItems = new Set<string>();

  const all = zone === undefined ? fields : withZone(fields, zone);
  for (const [target, sources] of Object.entries(all)) {
    const kind = kindOfField(type, target);
    if (!kind) continue;
    const listItem = listItemOf(target);
    if (listItem !== undefined && sources.flatMap(fieldSourcesOf).length > 0)
      expectedItems.add(listItem);

    const resolved = resolveFirst(sources, context);
    if ("issue" in resolved) {
      issues.push(resolved.issue);
      continue;
    }
    const { value, pointer, clears = false } = resolved;
    if (value === undefined) continue;
    // Only a change can clear fields. It replaces a list as a whole, so null leaves an item of a list out.
    if (clears && (type !== "employee.changed" || listItem !== undefined))
      continue;
    const inexact =
      kind === "text" ? inexactAt(pointer ?? context.at, value) : undefined;
    if (inexact) {
      issues.push(inexact.issue);
      continue;
    }
    if (listItem !== undefined && pointer !== undefined)
      foundItems.add(listItem);
    filled.set(target, convert(kind, value));
  }

  for (const target of filled.keys()) {
    const listItem = listItemOf(target) ?? "";
    if (expectedItems.has(listItem) && !foundItems.has(listItem))
      filled.delete(target);
  }
  return { data: nest(filled), issues };
}

/** The zone of the map is that of an event that names none, so each of its dates has the same zone until it falls due. */
function withZone(fields: FieldMap["fields"], zone: string) {
  return { ...fields, "/zone": [...(fields["/zone"] ?? []), { value: zone }] };
}

/** Converts a value to the kind of its field. Other values stay unchanged, and the event's schema refuses them. */
function convert(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case "text":
      return typeof value === "number" ? String(value) : value;
    case "number":
      return typeof value === "string" && /^\d{1,15}$/.test(value)
        ? Number(value)
        : value;
    case "boolean":
      return value === "true" || (value === "false" ? false : value);
    case "any":
      return value;
  }
}

type Branch = Record<string, unknown>;

/**
 * `/name/givenName` becomes `{ name: { givenName } }`. The schema of the map allows only names of our fields, so no
 * name is dangerous.
 */
function nest(filled: ReadonlyMap<string, unknown>): Branch {
  const data: Branch = {};
  for (const [target, value] of filled) {
    const names = pointerNamesOf(target);
    const last = names.pop() ?? "";
    let branch = data;
    for (const name of names) branch = branch[name] = branchAt(branch, name);
    branch[last] = value;
  }
  for (const target of filled.keys()) {
    const [list] =
      listItemOf(target) === undefined ? [] : pointerNamesOf(target);
    // JavaScript orders integer keys by their number, independent of the order of assignment.
    if (list !== undefined) data[list] = Object.values(branchAt(data, list));
  }
  return data;
}

function branchAt(branch: Branch, name: string): Branch {
  const found = branch[name];
  return isBranch(found) ? found : {};
}

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null;
}
