import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { useCaseEvents } from "../../../functions/events/event.ts";
import { applyFieldMap } from "../../../shared/webhook/field-map/apply-field-map.ts";
import type { FieldMap } from "../../../shared/webhook/field-map/field-map.ts";
import { createEnvelopeParser } from "../../../shared/webhook/envelope.ts";
import type { ValidationIssue } from "../../../shared/webhook/problem.ts";

/** What a map makes of one item of a delivery. */
export type Meaning =
  | { is: "event"; type: string; data: Record<string, unknown> }
  | { is: "ignored" }
  /** `errors`: what is not as it must be in the delivery, or in our event. */
  | { is: "refused"; errors: ValidationIssue[] };

/** An item of a delivery that two maps read in different ways. */
export type Difference = {
  /** Of the file; the first is 1. */
  line: number;
  before: Meaning | undefined;
  after: Meaning | undefined;
  /** Our fields that differ between two events. */
  fields: string[];
};

const recordSchema = z.record(z.string(), z.unknown());

/** The longest status that any deployment takes. */
const statusMaxLength = 1_000;

/** @param zone - for a map that names none */
export function createMeaningReader(zone: string, nowMs: number) {
  const parse = createEnvelopeParser(
    useCaseEvents(statusMaxLength),
    () => nowMs,
  );
  return (map: FieldMap, delivery: unknown): Meaning[] =>
    applyFieldMap(map, delivery, { nowMs, zone }).map((one): Meaning => {
      if ("ignored" in one) return { is: "ignored" };
      if ("issues" in one) return { is: "refused", errors: one.issues };
      const { type, data } = one.envelope;
      const parsed = parse(one.envelope);
      if (!parsed.ok) return { is: "refused", errors: parsed.errors };
      return { is: "event", type, data: recordSchema.parse(data) };
    });
}

/** What is read in different ways in one delivery. */
export function compareMeanings(
  line: number,
  before: readonly Meaning[],
  after: readonly Meaning[],
): Difference[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, nth) => ({
    line,
    before: before[nth],
    after: after[nth],
    fields: differingFields(before[nth], after[nth]),
  })).filter((one) => !isDeepStrictEqual(one.before, one.after));
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
