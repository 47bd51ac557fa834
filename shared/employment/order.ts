import { dayMs } from "../durations.ts";
import type { FieldTime } from "./timeline.ts";
import type { Statement, Word } from "./statement.ts";

const rankOf: Record<Statement["kind"], number> = {
  hired: 0,
  adopted: 1,
  changed: 2,
  resumed: 3,
  suspended: 4,
  terminated: 5,
  termination_cancelled: 6,
  ruled: 7,
};

/** The order of statements: by event time, then by kind, then less access after more access, then by id. */
export function compareStatements(one: Statement, other: Statement): number {
  const lacks = lackOf(other);
  return (
    one.atMs - other.atMs ||
    rankOf[one.kind] - rankOf[other.kind] ||
    // Two days that are both absent differ by NaN, which is no difference.
    lackOf(one)
      .map((lack, nth) => lack - Number(lacks[nth]))
      .find(Boolean) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Numbers that grow as a statement gives less access. */
function lackOf(one: Statement): number[] {
  const { kind, ownDay } = one;
  if (kind === "hired") return [one.start?.day ?? ownDay];
  if (kind === "suspended")
    return [one.until?.day ?? Infinity, -(one.from?.day ?? ownDay)];
  if (kind !== "terminated") return [];
  const { lastDay, terms } = one;
  const deletes = Number(terms.disposition === "delete");
  return [-(lastDay?.day ?? -Infinity), deletes, -terms.graceDays];
}

/** Whether a word says the same as an earlier one. */
export function isSaidAgain(earlier: Word, word: Word): boolean {
  return JSON.stringify(saidBy(earlier)) === JSON.stringify(saidBy(word));
}

function saidBy(word: Word): unknown[] {
  const { kind } = word;
  switch (kind) {
    case "hired":
      return [kind, word.start?.day];
    case "terminated":
      return [kind, word.lastDay?.day ?? word.terms];
    case "suspended":
      return [kind, word.from?.day, word.until?.day];
    default:
      return [word.id];
  }
}

/**
 * The instant from which an entry counts: when it was said, or, if it names a day, the instant of that day nearest to
 * it. Days are not compared, because the same instant has two days in two zones.
 */
function countsFromMs({ isDated, dueMs, atMs }: FieldTime): number {
  if (!isDated) return atMs;
  return Math.min(Math.max(atMs, dueMs), dueMs + dayMs - 1);
}

/** Positive if the first entry counts instead of the second. */
export function compareFields(one: FieldTime, other: FieldTime): number {
  return countsFromMs(one) - countsFromMs(other) || one.atMs - other.atMs;
}

/** From the entry that counts least to the one that counts most. */
export function inOrder(fields: readonly FieldTime[]): FieldTime[] {
  return fields.toSorted(compareFields);
}

/** Whether an entry is for a day that begins only after another one counts. */
export function isForLater(entry: FieldTime, other: FieldTime): boolean {
  return entry.isDated === true && entry.dueMs > countsFromMs(other);
}

/** Of each field, the entry that counts. */
export function latestOf(fields: readonly FieldTime[]): FieldTime[] {
  return [...new Map(inOrder(fields).map((one) => [one.field, one])).values()];
}
