import { isZone } from "../../zoned-time.ts";
import { fingerprintOf } from "../../fingerprint.ts";
import { exceedsDepth, maxEvents, maxLevelsOfEvent } from "../exceeds-depth.ts";
import type { ValidationIssue } from "../problem.ts";
import type { FieldMap } from "./field-map.ts";
import { instantMsOf } from "./instant.ts";
import { pointerNamesOf, readPointer } from "../../json-pointer.ts";
import { instantForms } from "./read-date.ts";
import {
  inexactAt,
  issueAt,
  resolveFirst,
  resolveSource,
  type SourceContext,
} from "./resolve-source.ts";
import { fieldSourcesOf, type ValueSource } from "./value-source.ts";
import type { FieldKind } from "../../event-types.ts";
import { kindOfField, listItemOf } from "./event-fields.ts";
import { isJsonObject } from "../../parse-json.ts";

/** The result of mapping one item of a body. */
type MappedEvent =
  | (MappedItem & {
      /** The sender's id of the event, if the map names one and the payload has it. */
      deliveryId: string | undefined;
      /** SHA-256 of the item, as base64url. It does not depend on the other items of the request. */
      fingerprint: string;
      /** The item says that there is no last day: it has null there, for example. A missing field says nothing. */
      saysNoLastDay: boolean;
    })
  /** The map says that the item is not an event for us. */
  | { ignored: true }
  /** Why the item is not a valid event, with pointers into the sender's body. */
  | {
      issues: ValidationIssue[];
      /** The event type, if it is known. */
      type?: string;
      /** What could be mapped, to find more issues by the schema of the event. `refused`: the fields of `issues`. */
      rest?: MappedItem & { refused: string[] };
    };

/** An item as our event, not validated yet. */
export type MappedItem = {
  /** The input of the envelope parser. */
  envelope: { type: string; timestamp: string; data: unknown };
  /** JSON Pointer of the item in the body. */
  at: string;
  /** JSON Pointers into the body: where the value of each of our fields comes from. */
  places: Readonly<Record<string, string>>;
};

type Circumstances = {
  /** When the request was sent, if the scheme signs its time. */
  signedAtMs?: number | undefined;
  /** When the body arrived, or when the record was read. */
  nowMs: number;
  /** The data of the thin event whose record is the body. */
  event?: unknown;
  /** An IANA name, for a map that names no zone. */
  zone: string;
};

/**
 * Maps each item of a parsed body to an event. It never throws: an invalid item gets `issues`, and the other items are
 * mapped.
 */
export function applyFieldMap(
  map: FieldMap,
  body: unknown,
  circumstances: Circumstances,
): MappedEvent[] {
  if (exceedsDepth(maxLevelsOfEvent, body))
    return invalidBody(
      "",
      `must not nest more than ${maxLevelsOfEvent} levels`,
    );
  const { each } = map;
  const { event, nowMs, zone } = circumstances;
  const common = { body, event, nowMs, zone: map.zone ?? zone };
  if (each === undefined)
    return [mapItem(map, { ...common, item: body, at: "" }, circumstances)];

  const found = readPointer(body, each);
  if (!Array.isArray(found)) return invalidBody(each, "must be an array");
  const items: readonly unknown[] = found;
  if (items.length > maxEvents)
    return invalidBody(each, `must have at most ${maxEvents} items`);
  return items.map((item, index) =>
    mapItem(map, { ...common, item, at: `${each}/${index}` }, circumstances),
  );
}

function mapItem(
  map: FieldMap,
  given: SourceContext,
  circumstances: Circumstances,
): MappedEvent {
  const { item, at } = given;
  if (!isJsonObject(item))
    return { issues: [issueAt(at, "must be an object")] };
  const context = { ...given, zone: zoneOf(map, given) };

  const type = resolveSource(map.type, context);
  if ("issue" in type) return { issues: [type.issue] };
  if (type.value === null) return { ignored: true };
  if (typeof type.value !== "string")
    return {
      issues: [
        issueAt(
          type.pointer ?? at,
          "must be given: the map derives the event type from it",
        ),
      ],
    };

  const saysNoLastDay = saysNone(map.fields["/lastDay"], context);
  const eventType = typeOf(map, type.value, saysNoLastDay);
  if (eventType === undefined) return { ignored: true };
  const mapped = mapData(map, eventType, context);
  const { data, refused, places } = mapped;
  const timestampOrIssue = timestampOf(map, context, circumstances);
  const isTimestamp = typeof timestampOrIssue === "string";
  const issues = [...mapped.issues, ...(isTimestamp ? [] : [timestampOrIssue])];
  // Without a valid time, a placeholder lets the schema find the other issues of the envelope.
  const timestamp = isTimestamp ? timestampOrIssue : new Date(0).toISOString();
  const envelope = { type: eventType, timestamp, data };
  if (issues.length > 0)
    return { issues, type: eventType, rest: { envelope, at, places, refused } };
  return {
    envelope,
    deliveryId: deliveryIdOf(map, context),
    fingerprint: fingerprintOf(JSON.stringify(item)),
    at,
    places,
    saysNoLastDay,
  };
}

/**
 * A termination without a last day would count at once, although the payload may only say that none is planned.
 * Undefined: the item is ignored.
 */
function typeOf(
  { leftWithoutLastDay, withdrawLastDay }: FieldMap,
  type: string,
  saysNoLastDay: boolean,
): string | undefined {
  if (type !== "employee.terminated" || !saysNoLastDay || leftWithoutLastDay)
    return type;
  return withdrawLastDay ? "employee.termination_cancelled" : undefined;
}

/** Whether the item says that there is no value, and does not only leave it out. */
function saysNone(
  sources: readonly ValueSource[] = [],
  context: SourceContext,
): boolean {
  const resolved = resolveFirst(sources, context);
  return "issue" in resolved ? false : (resolved.isNone ?? false);
}

/** The zone of all dates of an item: its own, else the zone of the map or of the deployment. */
function zoneOf({ fields }: FieldMap, context: SourceContext): string {
  const resolved = resolveFirst(fields["/zone"] ?? [], context);
  const own = "issue" in resolved ? undefined : resolved.value;
  return typeof own === "string" && isZone(own) ? own : context.zone;
}

/** The time of the event, in ISO 8601. */
function timestampOf(
  { timestamp: sources = [] }: FieldMap,
  context: SourceContext,
  { signedAtMs, nowMs }: Circumstances,
): string | ValidationIssue {
  const resolved = resolveFirst(sources, context);
  if ("issue" in resolved) return resolved.issue;
  const { value, pointer = context.at } = resolved;
  const instantMs =
    value === undefined ? (signedAtMs ?? nowMs) : instantMsOf(value);
  return instantMs === undefined
    ? issueAt(pointer, `must be ${instantForms}`)
    : new Date(instantMs).toISOString();
}

/**
 * The sender's id of the event. A value that is neither text nor an exact integer counts as absent. If the id is in the
 * body and not in the item, all items share it, so each item adds its position.
 */
function deliveryIdOf(
  { deliveryId: sources = [] }: FieldMap,
  context: SourceContext,
): string | undefined {
  const resolved = resolveFirst(sources, context);
  if ("issue" in resolved) return undefined;
  const { value, pointer = "" } = resolved;
  if (typeof value !== "string" && !Number.isSafeInteger(value))
    return undefined;
  const { at } = context;
  const isOfItem = pointer.startsWith(`${at}/`);
  const id = String(value);
  return isOfItem ? id : `${id}#${at.slice(at.lastIndexOf("/") + 1)}`;
}

function invalidBody(pointer: string, detail: string): MappedEvent[] {
  return [{ issues: [issueAt(pointer, detail)] }];
}

/**
 * Builds our `data` from one item: the fields of its event type that the payload fills. An item of one of our lists is
 * left out if all its values from the payload are empty, also if the map gives it constants.
 */
function mapData(
  { fields, zone }: FieldMap,
  type: string,
  context: SourceContext,
): {
  data: Record<string, unknown>;
  issues: ValidationIssue[];
  /** The fields that the issues are about. They are not in the data. */
  refused: string[];
  places: Readonly<Record<string, string>>;
} {
  const filled = new Map<string, unknown>();
  const issues: ValidationIssue[] = [];
  const refused: string[] = [];
  const places: Record<string, string> = {};
  const readItems = new Set<string>();
  const filledItems = new Set<string>();

  const all = zone === undefined ? fields : withZone(fields, zone);
  for (const [target, sources] of Object.entries(all)) {
    const kind = kindOfField(type, target);
    if (!kind) continue;
    const listItem = listItemOf(target);
    if (listItem !== undefined && sources.flatMap(fieldSourcesOf).length > 0)
      readItems.add(listItem);

    const resolved = resolveFirst(sources, context);
    if ("issue" in resolved) {
      issues.push(resolved.issue);
      refused.push(target);
      continue;
    }
    const { value, pointer, clears = false } = resolved;
    if (pointer !== undefined) places[target] = pointer;
    if (value === undefined) continue;
    // Only a change can clear fields. It replaces lists as a whole, so an item of a list is not cleared but left out.
    if (clears && (type !== "employee.changed" || listItem !== undefined))
      continue;
    const inexact =
      kind === "text" ? inexactAt(pointer ?? context.at, value) : undefined;
    if (inexact) {
      issues.push(inexact.issue);
      refused.push(target);
      continue;
    }
    if (listItem !== undefined && pointer !== undefined)
      filledItems.add(listItem);
    filled.set(target, convert(kind, value));
  }

  for (const target of filled.keys()) {
    const listItem = listItemOf(target) ?? "";
    if (readItems.has(listItem) && !filledItems.has(listItem))
      filled.delete(target);
  }
  return { data: nest(filled), issues, refused, places };
}

/** An event that names no zone gets the zone of the map, so that its dates keep it if the map changes later. */
function withZone(fields: FieldMap["fields"], zone: string) {
  return { ...fields, "/zone": [...(fields["/zone"] ?? []), { value: zone }] };
}

/** Converts a value to the kind of its field. A value that does not fit stays, and the event's schema refuses it. */
function convert(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case "text":
      return typeof value === "number" ? String(value) : value;
    case "number":
      return typeof value === "string" && /^\d{1,15}$/.test(value)
        ? Number(value)
        : value;
    case "boolean":
      if (value === "true") return true;
      return value === "false" ? false : value;
    case "any":
      return value;
  }
}

type Branch = Record<string, unknown>;

/**
 * Turns `/name/givenName` into `{ name: { givenName } }`, and the items of a list into an array without gaps. No name
 * is dangerous (`__proto__`), because the schema of the map allows only names of our fields.
 */
function nest(filled: ReadonlyMap<string, unknown>): Branch {
  const data: Branch = {};
  for (const [target, value] of filled) {
    const names = pointerNamesOf(target);
    const last = names.pop() ?? "";
    let branch = data;
    for (const name of names) branch = addBranch(branch, name);
    branch[last] = value;
  }
  const inLists = [...filled.keys()].filter(listItemOf);
  for (const [list = ""] of inLists.map(pointerNamesOf))
    // JavaScript orders integer keys by their number, independent of the order of assignment.
    if (isJsonObject(data[list])) data[list] = Object.values(data[list]);
  return data;
}

/** The object at a name, which is added if there is none. */
function addBranch(branch: Branch, name: string): Branch {
  const found = branch[name];
  return isJsonObject(found) ? found : (branch[name] = {});
}
