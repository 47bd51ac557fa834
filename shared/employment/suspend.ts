import {
  counts,
  lastDayOf,
  overtaken,
  ownDayOf,
  type Story,
  type Suspension,
} from "./holds.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

export function suspend(story: Story, word: WordOf<"suspended">): Verdict {
  const { from = ownDayOf(word), until } = word;
  if (until && until.day < word.ownDay) return overtaken("expired");
  const known = story.employments.map(({ id }) => id);
  const said: Suspension = { word, from, known, ...(until && { until }) };
  const same = story.suspensions.find((one) => isSaidAgain(one, said));
  if (same !== undefined) return { is: "repeats", of: same.word.id };
  const left = story.suspensions.flatMap((one) => {
    const rest = whatIsLeft(one, said);
    if (!rest)
      story.verdicts.set(one.word.id, overtaken("changed-since", word));
    return rest ?? [];
  });
  story.suspensions = [...left, said];
  return counts(word, from);
}

/** Ends all that was said before it, planned suspensions too. */
export function resume(story: Story, word: WordOf<"resumed">): Verdict {
  const isOver = ({ until }: Suspension): boolean =>
    until !== undefined && until.day < word.ownDay;
  const ends = story.suspensions
    .filter((one) => !isOver(one))
    .map((one) => one.word.id);
  for (const id of ends)
    story.verdicts.set(id, overtaken("changed-since", word));
  story.suspensions = story.suspensions.filter(isOver);
  return { is: "in-force", ...(ends.length > 0 && { ends }) };
}

/** When all is said, a suspension begins in the employment to which it belongs, or has no effect. */
export function bind(story: Story): void {
  story.suspensions = story.suspensions.flatMap((one) => {
    const from = firstDayOf(one, story);
    if (from && from.day <= (one.until?.day ?? Infinity))
      return { ...one, from };
    story.verdicts.set(one.word.id, overtaken("not-active"));
    return [];
  });
}

/** In the employment that goes on on that day, else in the next one that was known. */
function firstDayOf(
  { word, from, known }: Suspension,
  { employments }: Story,
): Named | undefined {
  const day = Math.max(from.day, word.ownDay);
  const [first] = employments
    .filter(({ id, start }) => start.day <= day || known.includes(id))
    .filter(
      (one) => lastDayOf(one, employments) >= Math.max(day, one.start.day),
    )
    .map(({ start }) => start)
    .sort((one, other) => one.day - other.day);
  return first && first.day <= day ? { day, dueMs: from.dueMs } : first;
}

/** Without `from`, one that was said without `from` and has begun is said again. */
function isSaidAgain(one: Suspension, said: Suspension): boolean {
  if (one.until?.day !== said.until?.day) return false;
  return said.word.from
    ? one.from.day === said.from.day
    : !one.word.from && one.from.day <= said.from.day;
}

/** What is left of an earlier suspension. An open one is replaced only by one from the same day. */
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
