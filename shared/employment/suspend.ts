import type { Employment, Suspension } from "./holds.ts";
import type {
  Day,
  Named,
  Resumption,
  SuspensionWord,
  Verdict,
} from "./statement.ts";
import {
  counts,
  overtake,
  ownDayOf,
  repeats,
  type SaidSuspension,
  type Story,
} from "./story.ts";
import { chainsOf } from "./timeline.ts";

export function suspend(story: Story, word: SuspensionWord): Verdict {
  const { from = ownDayOf(word), until } = word;
  if (until !== undefined && until.day < word.ownDay)
    return { is: "overtaken", because: "expired" };
  const same = story.suspensions.find((one) => isRepeated(one, word));
  if (same !== undefined) return repeats(same.id);
  story.suspensions = story.suspensions.flatMap((earlier) => {
    const left = whatIsLeft(earlier, from, until, word.ownDay);
    if (left === undefined) overtake(story, earlier.id, word, "changed-since");
    return left ?? [];
  });
  story.suspensions.push({
    id: word.id,
    from,
    ...(until && { until }),
    hasFrom: word.from !== undefined,
    saidOn: word.ownDay,
    known: story.employments.map(({ id }) => id),
  });
  return counts(word, from);
}

/** Ends all that was said before it, planned suspensions too. */
export function resume(story: Story, word: Resumption): Verdict {
  const ended = story.suspensions.filter(
    ({ until }) => until === undefined || until.day >= word.ownDay,
  );
  for (const { id } of ended) overtake(story, id, word, "changed-since");
  story.suspensions = story.suspensions.filter((one) => !ended.includes(one));
  return ended.length > 0
    ? { is: "in-force", ends: ended.map(({ id }) => id) }
    : { is: "in-force" };
}

/** Gives each suspension its first day in the employment to which it belongs, and leaves out those without one. */
export function bindSuspensions(story: Story): Suspension[] {
  return story.suspensions.flatMap((said) => {
    const from = firstDayOf(said, story.employments);
    const { id, until } = said;
    if (from !== undefined && (until === undefined || until.day >= from.day))
      return { id, from, ...(until && { until }) };
    story.verdicts.set(id, { is: "overtaken", because: "not-active" });
    return [];
  });
}

function firstDayOf(
  { from, saidOn, known }: SaidSuspension,
  employments: readonly Employment[],
): Named | undefined {
  const day = Math.max(from.day, saidOn);
  const chains = chainsOf(employments);
  const current = chains.some(
    (chain) => chain.from.day <= day && day <= chain.lastDay,
  );
  if (current) return { day, dueMs: from.dueMs };
  return chains
    .flatMap((chain) => chain.employments)
    .find((one) => known.includes(one.id) && one.start.day > day)?.start;
}

/** Said again, also without `from` while the first one holds. */
function isRepeated(earlier: SaidSuspension, word: SuspensionWord): boolean {
  if (earlier.until?.day !== word.until?.day) return false;
  return word.from === undefined
    ? !earlier.hasFrom && earlier.from.day <= word.ownDay
    : earlier.from.day === word.from.day;
}

/** What is left of an earlier suspension. An open one is replaced only by one from the same day. */
function whatIsLeft(
  earlier: SaidSuspension,
  from: Named,
  until: Named | undefined,
  ownDay: Day,
): SaidSuspension | undefined {
  if (earlier.until === undefined)
    return earlier.from.day === from.day ? undefined : earlier;
  const overlaps =
    earlier.from.day <= (until?.day ?? Infinity) &&
    from.day <= earlier.until.day;
  if (!overlaps) return earlier;
  const hasBegun = earlier.from.day <= ownDay && earlier.from.day < from.day;
  return hasBegun
    ? { ...earlier, until: { day: from.day - 1, dueMs: from.dueMs } }
    : undefined;
}
