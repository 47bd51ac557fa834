import type { FieldTime } from "./timeline.ts";
import type { Day, Statement, Word } from "./statement.ts";

const kinds: Record<Statement["kind"], number> = {
  hired: 0,
  adopted: 1,
  changed: 2,
  resumed: 3,
  suspended: 4,
  terminated: 5,
  termination_cancelled: 6,
  ruled: 7,
};

/** The order in which statements were said: event time, kind, then the one that gives less access comes last, then id. */
export function compareStatements(one: Statement, other: Statement): number {
  const lacks = lackOf(other);
  return (
    one.atMs - other.atMs ||
    kinds[one.kind] - kinds[other.kind] ||
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

/** From the earlier day to the later one. On the same day, what was said later comes later. */
export function inOrder(fields: readonly FieldTime[]): FieldTime[] {
  return fields.toSorted(
    (one, other) => one.day - other.day || one.atMs - other.atMs,
  );
}

/** Of each field, the entry of the later day; on the same day, the one that was said later. */
export function latestOf(fields: readonly FieldTime[]): FieldTime[] {
  return [...new Map(inOrder(fields).map((one) => [one.field, one])).values()];
}

/** Those of the fields that count from this day on, or from a later one. */
export function fieldsFrom(
  fields: readonly FieldTime[],
  day: Day,
): FieldTime[] {
  return fields.filter((one) => one.day >= day);
}
