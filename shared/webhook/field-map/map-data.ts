import type { ValidationIssue } from "../problem.ts";
import { type FieldKind, kindOfField, listItemOf } from "./event-fields.ts";
import type { FieldMap } from "./field-map.ts";
import { namesOf } from "./json-pointer.ts";
import { issueAt, type SourceContext, resolveFirst } from "./resolve-source.ts";
import type { Source } from "./source.ts";

/**
 * Our `data` of one item: the fields that its event type has, of those that the payload fills. Items of a list close
 * ranks, and one that the payload was to fill but did not is left out with its constants.
 */
export function mapData(
  { fields }: FieldMap,
  type: string,
  place: SourceContext,
): { data: Record<string, unknown>; issues: ValidationIssue[] } {
  const filled = new Map<string, unknown>();
  const issues: ValidationIssue[] = [];
  const awaited = new Set<string>();
  const delivered = new Set<string>();

  for (const [target, sources] of Object.entries(fields)) {
    const kind = kindOfField(type, target);
    if (!kind) continue;
    const listItem = listItemOf(target);
    if (listItem !== undefined && sources.some(isLookup)) awaited.add(listItem);

    const resolved = resolveFirst(sources, place);
    if ("issue" in resolved) {
      issues.push(resolved.issue);
      continue;
    }
    const { value, pointer } = resolved;
    if (value === undefined) continue;
    if (kind === "text" && isInexact(value)) {
      issues.push(
        issueAt(pointer ?? place.at, "must be text: as a number it is inexact"),
      );
      continue;
    }
    if (listItem !== undefined && pointer !== undefined)
      delivered.add(listItem);
    filled.set(target, convert(kind, value));
  }

  for (const target of filled.keys()) {
    const listItem = listItemOf(target) ?? "";
    if (awaited.has(listItem) && !delivered.has(listItem))
      filled.delete(target);
  }
  return { data: nest(filled), issues };
}

function isLookup(source: Source): boolean {
  return "from" in source;
}

/** Two long ids could become one number, and so two employees one. */
function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** What cannot be converted goes on as it is, for the event's schema to refuse. */
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

/** `/name/givenName` becomes `{ name: { givenName } }`. The names are ours, as the map's schema sees to. */
function nest(filled: ReadonlyMap<string, unknown>): Branch {
  const data: Branch = {};
  for (const [target, value] of filled) {
    const names = namesOf(target);
    const last = names.pop() ?? "";
    let branch = data;
    for (const name of names) branch = branch[name] = branchAt(branch, name);
    branch[last] = value;
  }
  for (const target of filled.keys()) {
    const [list] = listItemOf(target) === undefined ? [] : namesOf(target);
    // The keys of an object that look like indexes are in their order, whatever order they were set in.
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
