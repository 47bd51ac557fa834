import {
  type Holds,
  isWithdrawn,
  lastDayOf,
  type Suspension,
} from "./holds.ts";
import type {
  Named,
  Resumption,
  SuspensionWord,
  Verdict,
} from "./statement.ts";
import { counts, overtake, ownDayOf, repeats, type Story } from "./story.ts";

export function suspend(story: Story, word: SuspensionWord): Verdict {
  const { id, ownDay: saidOn, from = ownDayOf(word), until } = word;
  if (until && until.day < saidOn)
    return { is: "overtaken", because: "expired" };
  const isFromNamed = word.from !== undefined;
  const known = story.employments.map((one) => one.id);
  const said: Suspension = { id, from, isFromNamed, saidOn, known };
  if (until) said.until = until;
  const same = story.suspensions.find((one) => isSaidAgain(one, said));
  if (same !== undefined) return repeats(same.id);
  const left = story.suspensions.flatMap((one) => {
    const rest = whatIsLeft(one, said);
    if (rest === undefined) overtake(story, one.id, word, "changed-since");
    return rest ?? [];
  });
  story.suspensions = [...left, said];
  return counts(word, from);
}

/** Ends all that was said before it, planned suspensions too. */
export function resume(story: Story, word: Resumption): Verdict {
  const isOver = ({ until }: Suspension): boolean =>
    until !== undefined && until.day < word.ownDay;
  const ends = story.suspensions
    .filter((one) => !isOver(one))
    .map(({ id }) => id);
  for (const id of ends) overtake(story, id, word, "changed-since");
  story.suspensions = story.suspensions.filter(isOver);
  return { is: "in-force", ...(ends.length > 0 && { ends }) };
}

/** When all is said, a suspension begins in the employment to which it belongs, or has no effect. */
export function bind(story: Story): void {
  story.suspensions = story.suspensions.flatMap((one) => {
    const from = firstDayOf(one, story);
    if (from && from.day <= (one.until?.day ?? Infinity))
      return { ...one, from };
    story.verdicts.set(one.id, { is: "overtaken", because: "not-active" });
    return [];
  });
}

/** In the employment that goes on on that day, else in the next one that was known. */
function firstDayOf(
  { from, saidOn, known }: Suspension,
  { employments }: Holds,
): Named | undefined {
  const day = Math.max(from.day, saidOn);
  const starts = employments
    .filter((one) => !isWithdrawn(one) && lastDayOf(one, employments) >= day)
    .filter(({ id, start }) => start.day <= day || known.includes(id))
    .map(({ start }) => start)
    .sort((first, other) => first.day - other.day);
  const [first] = starts;
  return first && first.day <= day ? { day, dueMs: from.dueMs } : first;
}

/** Without `from`, one that was said without `from` and has begun is said again. */
function isSaidAgain(one: Suspension, said: Suspension): boolean {
  if (one.until?.day !== said.until?.day) return false;
  return said.isFromNamed
    ? one.from.day === said.from.day
    : !one.isFromNamed && one.from.day <= said.from.day;
}

/** What is left of an earlier suspension. An open one is replaced only by one from the same day. */
function whatIsLeft(
  earlier: Suspension,
  { from, until, saidOn }: Suspension,
): Suspension | undefined {
  if (!earlier.until)
    return earlier.from.day === from.day ? undefined : earlier;
  if (earlier.until.day < from.day) return earlier;
  if (until && until.day < earlier.from.day) return earlier;
  const hasDaysBefore = earlier.from.day <= Math.min(saidOn, from.day - 1);
  return hasDaysBefore
    ? { ...earlier, until: { day: from.day - 1, dueMs: from.dueMs } }
    : undefined;
}
