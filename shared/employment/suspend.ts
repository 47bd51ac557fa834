import {
  chainsOf,
  counts,
  type Employment,
  lastOf,
  overtaken,
  ownDayOf,
  repeats,
  type Draft,
  type Suspension,
  takenBackBy,
} from "./timeline.ts";
import { isSaidAgain } from "./order.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

/** Adds a suspension, which cuts or replaces earlier ones. The employment to which it belongs is found at the end. */
export function suspend(draft: Draft, word: WordOf<"suspended">): Verdict {
  const { from = ownDayOf(word), until } = word;
  if (until && until.day < word.ownDay) return overtaken("expired");
  const known = draft.employments.length;
  const said: Suspension = { word, from, known, ...(until && { until }) };
  const { employments, suspensions } = draft;
  const beginsOn = chainStartOf(said, employments);
  const same = suspensions
    .filter((one) => isSaidAgain(one.word, word))
    .filter((one) => one.until?.day === until?.day)
    .find((one) => beginsOn && chainStartOf(one, employments) === beginsOn);
  if (same) return repeats(same.word);
  const left = draft.suspensions.flatMap((one) => {
    const rest = whatIsLeft(one, said);
    if (!rest)
      draft.verdicts.set(one.word.id, overtaken("changed-since", word));
    return rest ?? [];
  });
  draft.suspensions = [...left, said];
  return counts(word, from);
}

/** Ends all earlier suspensions, also planned ones. An identity provider ends only the suspensions that it said. */
export function resume(draft: Draft, word: WordOf<"resumed">): Verdict {
  if (word.byProvider) return inForceEnding(takenBackBy(draft, word));
  const isOver = ({ until }: Suspension) => until && until.day < word.ownDay;
  const ends = draft.suspensions
    .filter((one) => !isOver(one))
    .map((one) => one.word.id);
  for (const id of ends)
    draft.verdicts.set(id, overtaken("changed-since", word));
  draft.suspensions = draft.suspensions.filter(isOver);
  return inForceEnding(ends);
}

function inForceEnding(ends: string[]): Verdict {
  return { is: "in-force", ...(ends.length > 0 && { ends }) };
}

/** The first day of the joined employments in which a suspension begins. A word can repeat it only there. */
function chainStartOf(
  one: Suspension,
  employments: readonly Employment[],
): Named | undefined {
  const first = startOf(one, employments);
  return (
    first &&
    chainsOf(employments).findLast(({ from }) => from.day <= first.day)?.from
  );
}

/** After all words are read: finds the day on which each suspension begins, and drops those without one. */
export function bind(draft: Draft): void {
  draft.suspensions = draft.suspensions.flatMap((one) => {
    const from = startOf(one, draft.employments);
    if (!from) draft.verdicts.set(one.word.id, overtaken("not-active"));
    return from ? { ...one, from } : [];
  });
}

/** A suspension begins in the employment of its first day, else in the next one that was known when it was said. */
function startOf(
  { word, from, until, known }: Suspension,
  employments: readonly Employment[],
): Named | undefined {
  const day = Math.max(from.day, word.ownDay);
  return employments
    .filter(({ start }, nth) => start.day <= day || nth < known)
    .filter((e) => lastOf(e, employments).day >= Math.max(day, e.start.day))
    .map(({ start }) => (start.day <= day ? { ...from, day } : start))
    .find((start) => start.day <= (until?.day ?? Infinity));
}

/**
 * What is left of an earlier suspension. If it has no end, only a new one from the same day replaces it. If it has an
 * end and overlaps the new one, it is replaced if it begins after the new one was said, or not before the new one. Else
 * it ends the day before the new one.
 */
function whatIsLeft(
  earlier: Suspension,
  { word, from, until }: Suspension,
): Suspension | undefined {
  const { from: first, until: last } = earlier;
  if (!last) return first.day === from.day ? undefined : earlier;
  if (last.day < from.day || (until && until.day < first.day)) return earlier;
  if (first.day > Math.min(word.ownDay, from.day - 1)) return undefined;
  return { ...earlier, until: { day: from.day - 1, dueMs: from.dueMs } };
}
