import { fingerprintOf } from "../delivery.ts";
import { isDeeperThan } from "../depth.ts";
import type { ValidationIssue } from "../problem.ts";
import type { FieldMap } from "./field-map.ts";
import { instantMsOf } from "./instant.ts";
import { readPointer } from "./json-pointer.ts";
import { mapData } from "./map-data.ts";
import {
  issueAt,
  type SourceContext,
  resolveFirst,
  resolveSource,
} from "./resolve-source.ts";

/** What one item of a body came to. */
export type MappedEvent =
  | {
      /** For the envelope parser: nothing in `data` has been judged. */
      envelope: { type: string; timestamp: string; data: unknown };
      /** The sender's own id of the event, where the map names one and the payload has it. */
      deliveryId: string | undefined;
      /** SHA-256 of the item, as base64url: the same however a sender bundles its events. */
      fingerprint: string;
      /** Where the item lies in the body, as a JSON Pointer. */
      at: string;
    }
  /** The map says that it is none of ours. */
  | { ignored: true }
  /** Why it cannot be an event, and of which type if that was clear; every pointer leads into the sender's body. */
  | { issues: ValidationIssue[]; type?: string };

type Times = {
  /** When the request was sent, if the scheme signs that. */
  signedAtMs?: number | undefined;
  nowMs: number;
};

const maxEvents = 100;
const maxLevels = 32;

/**
 * Makes events of a parsed body, one for each item. Never throws, whatever the body is: what a sender got wrong is in
 * the `issues` of that item, and the others go on.
 */
export function applyFieldMap(
  map: FieldMap,
  body: unknown,
  times: Times,
): MappedEvent[] {
  if (isDeeperThan(maxLevels, body))
    return refused("", `must not nest more than ${maxLevels} levels`);
  const { each } = map;
  if (each === undefined)
    return [mapItem(map, { item: body, body, at: "" }, times)];

  const found = readPointer(body, each);
  if (!Array.isArray(found)) return refused(each, "must be an array");
  const items: readonly unknown[] = found;
  if (items.length > maxEvents)
    return refused(each, `must have at most ${maxEvents} items`);
  return items.map((item, index) =>
    mapItem(map, { item, body, at: `${each}/${index}` }, times),
  );
}

function mapItem(
  map: FieldMap,
  place: SourceContext,
  times: Times,
): MappedEvent {
  const { item, at } = place;
  if (typeof item !== "object" || item === null || Array.isArray(item))
    return { issues: [issueAt(at, "must be an object")] };

  const type = resolveSource(map.type, place);
  if ("issue" in type) return { issues: [type.issue] };
  if (type.value === null) return { ignored: true };
  if (typeof type.value !== "string")
    return {
      issues: [
        issueAt(
          type.pointer ?? at,
          "must be given: it says which event this is",
        ),
      ],
    };

  const { data, issues } = mapData(map, type.value, place);
  const timestamp = timestampOf(map, place, times);
  if (typeof timestamp !== "string")
    return { issues: [...issues, timestamp], type: type.value };
  if (issues.length > 0) return { issues, type: type.value };
  return {
    envelope: { type: type.value, timestamp, data },
    deliveryId: deliveryIdOf(map, place),
    fingerprint: fingerprintOf(Buffer.from(JSON.stringify(item))),
    at,
  };
}

/** When it happened, in ISO 8601. */
function timestampOf(
  { timestamp: sources = [] }: FieldMap,
  place: SourceContext,
  { signedAtMs, nowMs }: Times,
): string | ValidationIssue {
  const resolved = resolveFirst(sources, place);
  if ("issue" in resolved) return resolved.issue;
  const { value, pointer = place.at } = resolved;
  const instantMs =
    value === undefined ? (signedAtMs ?? nowMs) : instantMsOf(value);
  return instantMs === undefined
    ? issueAt(
        pointer,
        "must be a date-time with its offset (2026-01-31T09:00:00+01:00), or Unix seconds or milliseconds",
      )
    : new Date(instantMs).toISOString();
}

/** The sender's own id; one that is no text and no exact number is as good as none. */
function deliveryIdOf(
  { deliveryId: sources = [] }: FieldMap,
  place: SourceContext,
): string | undefined {
  const resolved = resolveFirst(sources, place);
  if ("issue" in resolved) return undefined;
  const { value } = resolved;
  return typeof value === "string" || Number.isSafeInteger(value)
    ? String(value)
    : undefined;
}

function refused(pointer: string, detail: string): MappedEvent[] {
  return [{ issues: [issueAt(pointer, detail)] }];
}
