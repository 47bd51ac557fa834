import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
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
  /** `errors`: all that is not as it must be, at the places of the delivery, as the receiver answers it. */
  | { is: "refused"; errors: ValidationIssue[] };

/** What the command shows of a meaning: of an event its type, and no value. */
export type Told =
  Exclude<Meaning, { is: "event" }> | { is: "event"; type: string };

export type Difference = {
  /** The line of the file, from 1. */
  line: number;
  before: Told | undefined;
  after: Told | undefined;
  fields: string[];
};

const recordSchema = z.record(z.string(), z.unknown());

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
      const errors =
        "issues" in mapped
          ? [...mapped.issues, ...furtherIssues(map, mapped.rest, check)]
          : check(mapped.envelope).flatMap((issue) =>
              toPayloadIssues(map, issue, mapped),
            );
      if ("issues" in mapped || errors.length > 0)
        return { is: "refused", errors };
      const { type, data } = mapped.envelope;
      return { is: "event", type, data: recordSchema.parse(data) };
    });
}

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
      before: toTold(was),
      after: toTold(is),
      fields: differingFields(was, is),
    }));
}

function toTold(meaning: Meaning | undefined): Told | undefined {
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
