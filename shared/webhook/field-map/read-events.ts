import type { ValidationIssue } from "../problem.ts";
import { applyFieldMap } from "./apply-field-map.ts";
import { explainIssue } from "./explain-issue.ts";
import type { FieldMap } from "./field-map.ts";

type Delivered = {
  /** The sender's JSON. */
  body: unknown;
  deliveryId: string | undefined;
  /** SHA-256 of the bytes as received. */
  fingerprint: string;
  signedAtMs: number | undefined;
  nowMs: number;
};

/** One event of a body, as an envelope that nobody has checked yet. */
export type ReadEvent = {
  document: unknown;
  deliveryId: string;
  fingerprint: string;
  /** Says an issue of the envelope in the sender's own terms. */
  explain: (issue: ValidationIssue) => ValidationIssue[];
};

export type Read = {
  events: ReadEvent[];
  /** What is wrong with those that cannot be events, in the sender's own terms. */
  errors: ValidationIssue[];
  /** How many others the map says are not for us, or are for another function. */
  ignored: number;
};

/**
 * The events of a body: the body itself, or what a field map makes of it.
 *
 * @param types - those that belong here; a map may make others, which are not ours to refuse
 */
export function readEvents(
  map: FieldMap | undefined,
  { body, deliveryId, fingerprint, ...times }: Delivered,
  types: readonly string[],
): Read {
  if (map === undefined) {
    const id = deliveryId ?? fingerprint;
    const event = { document: body, deliveryId: id, fingerprint };
    const explain = (issue: ValidationIssue) => [issue];
    return { events: [{ ...event, explain }], errors: [], ignored: 0 };
  }
  const mapped = applyFieldMap(map, body, times);
  const isOurs = (type: string | undefined) =>
    type === undefined || types.includes(type);
  const faulty = mapped.flatMap((one) =>
    "issues" in one && isOurs(one.type) ? [one.issues] : [],
  );
  const events = mapped.flatMap((one, index): ReadEvent[] => {
    if (!("envelope" in one) || !isOurs(one.envelope.type)) return [];
    const id = deliveryId && `${deliveryId}#${index}`;
    return [
      {
        document: one.envelope,
        // The item's own hash: a sender may bundle the same events otherwise next time.
        deliveryId: one.deliveryId ?? id ?? one.fingerprint,
        fingerprint: one.fingerprint,
        explain: (issue) => inTheirTerms(map, issue, one.at),
      },
    ];
  });
  const ignored = mapped.length - events.length - faulty.length;
  return { events, errors: faulty.flat(), ignored };
}

function inTheirTerms(
  map: FieldMap,
  { pointer, detail }: ValidationIssue,
  at: string,
): ValidationIssue[] {
  const theirs = explainIssue(map, pointer, at);
  return theirs.length === 0
    ? [{ pointer, detail }]
    : theirs.map((one) => ({ pointer: one, detail }));
}
