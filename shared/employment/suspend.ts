import type { Suspension } from "./holds.ts";
import type {
  Named,
  Resumption,
  SuspensionWord,
  Verdict,
} from "./statement.ts";
import {
  counts,
  lastDayOf,
  overtake,
  ownDayOf,
  repeats,
  type Story,
} from "./story.ts";

export function suspend(story: Story, word: SuspensionWord): Verdict {
  const { id, ownDay: saidOn, from = ownDayOf(word), until } = word;
  if (until && until.day < saidOn)
    return { is: "overtaken", because: "expired" };
  const same = story.suspensions.find((one) => isSaidAgain(one, word, from));
  if (same !== undefined) return repeats(same.id);
  const suspension: Suspension = {
    id,
    from,
    ...(until && { until }),
    isFromNamed: word.from !== undefined,
    saidOn,
    known: story.employments.map((one) => one.id),
  };
  const earlier = story.suspensions.flatMap((one) => {
    const left = whatIsLeft(one, suspension);
    if (left === undefined) overtake(story, one.id, word, "changed-since");
    return left ?? [];
  });
  story.suspensions = [...earlier, suspension];
  return counts(word, from);
}

/** Ends all that was said before it, planned suspensions too. */
export function resume(story: Story, word: Resumption): Verdict {
  const isOver = ({ until }: Suspension): boolean =>
    until !== undefined && until.day < word.ownDay;
  const ends = story.suspensions.filter((one) => !isOver(one));
  for (const { id } of ends) overtake(story, id, word, "changed-since");
  story.suspensions = story.suspensions.filter(isOver);
  const ids = ends.map(({ id }) => id);
  return { is: "in-force", ...(ids.length > 0 && { ends: ids }) };
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

function firstDayOf(one: Suspension, story: Story): Named | undefined {
  const day = Math.max(one.from.day, one.saidOn);
  const { employments } = story;
  const known = employments.filter(({ isWithdrawn }) => !isWithdrawn);
  const goesOn = known.some(
    (employment) =>
      employment.start.day <= day && day <= lastDayOf(employment, employments),
  );
  if (goesOn) return { day, dueMs: one.from.dueMs };
  return known
    .filter(({ id, start }) => one.known.includes(id) && start.day > day)
    .sort((first, second) => first.start.day - second.start.day)[0]?.start;
}

/** Without `from`, one that was said without `from` and has begun is said again. */
function isSaidAgain(
  one: Suspension,
  word: SuspensionWord,
  from: Named,
): boolean {
  if (one.until?.day !== word.until?.day) return false;
  return word.from
    ? one.from.day === from.day
    : !one.isFromNamed && one.from.day <= from.day;
}

/** What is left of an earlier suspension. An open one is replaced only by one from the same day. */
function whatIsLeft(
  earlier: Suspension,
  { from, until, saidOn }: Suspension,
): Suspension | undefined {
  if (earlier.until === undefined)
    return earlier.from.day === from.day ? undefined : earlier;
  const isBefore = earlier.until.day < from.day;
  const isAfter = until !== undefined && until.day < earlier.from.day;
  if (isBefore || isAfter) return earlier;
  if (earlier.from.day > saidOn || earlier.from.day >= from.day)
    return undefined;
  return { ...earlier, until: { day: from.day - 1, dueMs: from.dueMs } };
}
