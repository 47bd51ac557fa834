import type { ValidationIssue } from "../problem.ts";
import { applyFieldMap, type MappedItem } from "./apply-field-map.ts";
import type { FieldMap } from "./field-map.ts";
import { overlaps, toPayloadIssues } from "./payload-pointers.ts";

type DeliveredBody = {
  /** The parsed JSON of the sender. */
  body: unknown;
  deliveryId: string | undefined;
  /** SHA-256 of the bytes as received. */
  fingerprint: string;
  signedAtMs: number | undefined;
  /** The data of the thin event whose record is the body. */
  event?: unknown;
  nowMs: number;
  /** For a map that names no zone. */
  zone: string;
};

/** One event of a body, as an envelope that is not validated yet. */
export type ReadEvent = {
  document: unknown;
  deliveryId: string;
  fingerprint: string;
  /** Translates an issue of the envelope into issues of the sender's payload. */
  translateIssue: (issue: ValidationIssue) => ValidationIssue[];
};

export type ReadEventsResult = {
  events: ReadEvent[];
  /** Issues of the items that are not valid events, with pointers into the sender's payload. */
  errors: ValidationIssue[];
  /** The number of items that the map ignores or that belong to another function. */
  ignored: number;
};

/**
 * Reads the events of a body. Without a field map, the body is one event. With a field map, each item is one event.
 *
 * @param types - the event types of this receiver; items of other types are ignored and not refused
 * @param check - finds the issues of an envelope. An item that cannot be mapped in full is checked here, so that its
 *   sender learns of all issues at once
 */
export function readEvents(
  map: FieldMap | undefined,
  { body, deliveryId, fingerprint, ...circumstances }: DeliveredBody,
  types: readonly string[],
  check: (document: unknown) => ValidationIssue[] = () => [],
): ReadEventsResult {
  if (map === undefined) {
    const id = deliveryId ?? fingerprint;
    const event = { document: body, deliveryId: id, fingerprint };
    const translateIssue = (issue: ValidationIssue) => [issue];
    return { events: [{ ...event, translateIssue }], errors: [], ignored: 0 };
  }
  const mapped = applyFieldMap(map, body, circumstances);
  const isOurs = (type: string | undefined) =>
    type === undefined || types.includes(type);
  const invalid = mapped.flatMap((one) =>
    "issues" in one && isOurs(one.type)
      ? [[...one.issues, ...furtherIssues(map, one.rest, check)]]
      : [],
  );
  const events = mapped.flatMap((one, index): ReadEvent[] => {
    if (!("envelope" in one) || !isOurs(one.envelope.type)) return [];
    const id = deliveryId && `${deliveryId}#${index}`;
    return [
      {
        document: one.envelope,
        // The hash of the item, not of the body: a repetition may bundle the same events differently.
        deliveryId: one.deliveryId ?? id ?? one.fingerprint,
        fingerprint: one.fingerprint,
        translateIssue: (issue) => toPayloadIssues(map, issue, one),
      },
    ];
  });
  const ignored = mapped.length - events.length - invalid.length;
  return { events, errors: invalid.flat(), ignored };
}

/** The issues of the fields that could be mapped, and that are not the consequence of another issue. */
export function furtherIssues(
  map: FieldMap,
  rest: (MappedItem & { refused: string[] }) | undefined,
  check: (document: unknown) => ValidationIssue[],
): ValidationIssue[] {
  if (!rest) return [];
  const isConsequence = ({ pointer }: ValidationIssue) =>
    rest.refused.some((field) => overlaps(`#/data${field}`, pointer));
  return check(rest.envelope)
    .filter((issue) => !isConsequence(issue))
    .flatMap((issue) => toPayloadIssues(map, issue, rest));
}
