import {
  type Employment,
  type End,
  isRuled,
  isWithdrawn,
  nextOf,
  standingOf,
} from "./holds.ts";
import type { Day, Named, Verdict, WordOf } from "./statement.ts";
import {
  asks,
  counts,
  overtaken,
  ownDayOf,
  repeats,
  type Story,
} from "./story.ts";

/** Until so many days after its start, an employment can turn out to be a no-show. */
const noShowDays = 3;

/** A termination ends what goes on or is to come. After "has left", it changes the terms only. */
export function terminate(story: Story, word: WordOf<"terminated">): Verdict {
  const { lastDay } = word;
  return lastDay ? endOn(story, word, lastDay) : leave(story, word);
}

/** Takes back the ends from the newest employment whose start has come. */
export function cancel(
  story: Story,
  word: WordOf<"termination_cancelled">,
): Verdict {
  const { employments } = story;
  const newest = employments.findLastIndex(
    ({ start }) => start.day <= word.ownDay,
  );
  const taken = employments
    .slice(Math.max(newest, 0))
    .filter(({ end, undecided }) => end ?? undecided);
  for (const one of taken) takeBack(story, one, word);
  if (taken.length > 0) return { is: "in-force" };
  return { is: "in-force", warning: "nothing-to-cancel" };
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: WordOf<"terminated">): Verdict {
  const { employments } = story;
  const saidOn = word.ownDay;
  const end: End = { ...ownDayOf(word), saidOn, word, hasLeft: true };
  const left = employments.filter(
    (one) => standingOf(one, employments, word.ownDay) !== "over",
  );
  for (const one of left) setEnd(story, one, end);
  const newest = employments.at(-1);
  if (left.length > 0 || !newest?.end) return { is: "in-force" };
  const { terms } = newest.end.word;
  const isSame = JSON.stringify(terms) === JSON.stringify(word.terms);
  if (newest.end.hasLeft && isSame) return repeats(newest.end.word);
  setEnd(story, newest, { ...newest.end, word, hasLeft: true });
  return { is: "in-force" };
}

function endOn(
  story: Story,
  word: WordOf<"terminated">,
  lastDay: Named,
): Verdict {
  const { employments } = story;
  const named = lastDay.day;
  for (const { end, undecided } of employments) {
    if (end?.named === named) return repeats(end.word);
    if (undecided?.lastDay?.day === named) return repeats(undecided);
  }
  const one = whichEnds(employments, named, word.ownDay);
  const saidOn = word.ownDay;
  const end: End = { ...lastDay, saidOn, word, named, hasLeft: false };
  if (one.end?.hasLeft) one.end = { ...one.end, word, named };
  else if (named < one.start.day) return endBeforeStart(story, one, end);
  else {
    const is = standingOf(one, employments, word.ownDay);
    if (is === "goes-on" && !one.end) withdrawNext(story, one, end);
    setEnd(story, one, end);
  }
  return counts(word, lastDay);
}

function endBeforeStart(story: Story, one: Employment, end: End): Verdict {
  const { word } = end;
  const { ownDay } = word;
  const isStartNamed = one.startBy.kind === "hired" && one.startBy.start;
  const hasBegun = one.start.day <= ownDay && !isWithdrawn(one);
  if (!hasBegun || !isStartNamed || ownDay <= one.start.day + noShowDays) {
    setEnd(story, one, end);
    return { is: "in-force" };
  }
  if (one.end && standingOf(one, story.employments, ownDay) === "over")
    return overtaken("already-left", one.end.word);
  if (isRuled(story, word.id, "has-left")) return leave(story, word);
  if (isRuled(story, word.id, "is-an-earlier-one"))
    return overtaken("hired-since", one.startBy);
  if (one.undecided)
    story.verdicts.set(one.undecided.id, overtaken("terminated-since", word));
  one.undecided = word;
  return asks("last-day-before-start");
}

/** What is to come and has an end is withdrawn, unless the person is transferred: no day is free before its start. */
function withdrawNext(story: Story, current: Employment, end: End): void {
  const { employments } = story;
  for (const next of employments.slice(employments.indexOf(current) + 1)) {
    const is = standingOf(next, employments, end.word.ownDay);
    if (is === "to-come" && next.end && end.day < next.start.day - 1)
      setEnd(story, next, end);
  }
}

/** The employment to which the last day belongs, else the one that goes on, else the next to come, else the newest. */
function whichEnds(all: Employment[], day: Day, ownDay: Day): Employment {
  const isTransfer = (one: Employment): boolean =>
    !one.end && nextOf(one, all)?.start.day === day;
  const belongs = (one: Employment): boolean => {
    const next = nextOf(one, all)?.start.day ?? Infinity;
    const isPast = next <= ownDay && one.end && day > one.end.day;
    return one.start.day <= day && day < next && !isPast;
  };
  const is = (standing: string) => (one: Employment) =>
    standingOf(one, all, ownDay) === standing;
  const found =
    all.find(isTransfer) ??
    all.findLast(belongs) ??
    all.findLast(is("goes-on")) ??
    all.find(is("to-come")) ??
    all.at(-1);
  if (found === undefined) throw new RangeError("no employment is known");
  return found;
}

function setEnd(story: Story, one: Employment, end: End): void {
  takeBack(story, one, end.word);
  one.end = end;
}

function takeBack(
  { verdicts }: Story,
  one: Employment,
  word: WordOf<"terminated" | "termination_cancelled">,
): void {
  const because =
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled";
  for (const old of [one.end?.word, one.undecided])
    if (old) verdicts.set(old.id, overtaken(because, word));
  delete one.end;
  delete one.undecided;
}
