import { isDeepStrictEqual } from "node:util";
import { jsonObjectSchema } from "../../../shared/fields.ts";
import { useCaseEvents } from "../../../functions/events/event.ts";
import { applyFieldMap } from "../../../shared/webhook/field-map/apply-field-map.ts";
import type { FieldMap } from "../../../shared/webhook/field-map/field-map.ts";
import { toPayloadIssues } from "../../../shared/webhook/field-map/payload-pointers.ts";
import { furtherIssues } from "../../../shared/webhook/field-map/read-events.ts";
import { createEnvelopeParser } from "../../../shared/webhook/envelope.ts";
import type { ValidationIssue } from "../../../shared/webhook/problem.ts";

/** What a map makes of one item of a delivery. */
export type Meaning =
  | { is: "event"; type: string; data: Record<string, unknown> }
  | { is: "ignored" }
  /** `errors`: each wrong value with its place in the delivery, in the words of the receiver. */
  | { is: "refused"; errors: ValidationIssue[] };

/** What `cli maps` prints of a meaning: for an event only its type, because values are personal data. */
export type ShownMeaning =
  Exclude<Meaning, { is: "event" }> | { is: "event"; type: string };

export type Difference = {
  /** The line in the file of deliveries, from 1. */
  line: number;
  before: ShownMeaning | undefined;
  after: ShownMeaning | undefined;
  /** The fields of the data that differ, if both meanings are events. */
  fields: string[];
};

/** The longest status that any deployment takes. */
const statusMaxLength = 1_000;

/**
 * Creates a function that reads a delivery as a receiver does.
 *
 * @param zone - the time zone for a map that names none
 */
export function createMeaningReader(zone: string, nowMs: number) {
  const parse = createEnvelopeParser(
    useCaseEvents(statusMaxLength),
    () => nowMs,
  );
  const check = (document: unknown): ValidationIssue[] => {
    const parsed = parse(document);
    return parsed.ok ? [] : parsed.errors;
  };
  return (map: FieldMap, delivery: unknown): Meaning[] =>
    applyFieldMap(map, delivery, { nowMs, zone }).map((mapped): Meaning => {
      if ("ignored" in mapped) return { is: "ignored" };
      if ("issues" in mapped) {
        // The fields that could be mapped are checked too, so that one answer has all issues.
        const further = furtherIssues(map, mapped.rest, check);
        return { is: "refused", errors: [...mapped.issues, ...further] };
      }
      const errors = check(mapped.envelope).flatMap((issue) =>
        toPayloadIssues(map, issue, mapped),
      );
      if (errors.length > 0) return { is: "refused", errors };
      const { type, data } = mapped.envelope;
      return { is: "event", type, data: jsonObjectSchema.parse(data) };
    });
}

/** Compares the items of a delivery by their position. An item that a map does not make is undefined. */
export function compareMeanings(
  line: number,
  before: readonly Meaning[],
  after: readonly Meaning[],
): Difference[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, nth) => [before[nth], after[nth]] as const)
    .filter(([was, is]) => !isDeepStrictEqual(was, is))
    .map(([was, is]) => ({
      line,
      before: toShown(was),
      after: toShown(is),
      fields: differingFields(was, is),
    }));
}

function toShown(meaning: Meaning | undefined): ShownMeaning | undefined {
  return meaning?.is === "event"
    ? { is: "event", type: meaning.type }
    : meaning;
}

function differingFields(
  one: Meaning | undefined,
  other: Meaning | undefined,
): string[] {
  if (one?.is !== "event" || other?.is !== "event") return [];
  const names = new Set([...Object.keys(one.data), ...Object.keys(other.data)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(one.data[name], other.data[name]))
    .map((name) => `/${name}`);
}
