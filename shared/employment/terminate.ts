import {
  counts,
  type Employment,
  type End,
  isRuled,
  isWithdrawn,
  nextOf,
  overtaken,
  ownDayOf,
  standingOf,
  type Story,
} from "./holds.ts";
import type { Day, Named, Verdict, Word, WordOf } from "./statement.ts";

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
  for (const one of taken) setEnd(story, one, word);
  if (taken.length > 0) return { is: "in-force" };
  return { is: "in-force", warning: "nothing-to-cancel" };
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: WordOf<"terminated">): Verdict {
  const { employments } = story;
  const { ownDay: saidOn, terms } = word;
  const left = employments.filter(
    (one) => standingOf(one, employments, saidOn) !== "over",
  );
  for (const one of left)
    setEnd(story, one, word, {
      ...ownDayOf(word),
      saidOn,
      word,
      hasLeft: true,
    });
  const newest = employments.at(-1);
  if (left.length > 0 || !newest?.end) return { is: "in-force" };
  const isSame =
    JSON.stringify(newest.end.word.terms) === JSON.stringify(terms);
  if (newest.end.hasLeft && isSame)
    return { is: "repeats", of: newest.end.word.id };
  setEnd(story, newest, word, { ...newest.end, word, hasLeft: true });
  return { is: "in-force" };
}

function endOn(
  story: Story,
  word: WordOf<"terminated">,
  lastDay: Named,
): Verdict {
  const { employments } = story;
  const { day: named } = lastDay;
  for (const { end, undecided } of employments) {
    if (end?.named === named) return { is: "repeats", of: end.word.id };
    if (undecided?.lastDay?.day === named && isAsked(story, undecided))
      return { is: "repeats", of: undecided.id };
  }
  const { ownDay: saidOn } = word;
  const one = whichEnds(employments, named, saidOn);
  const end: End = { ...lastDay, saidOn, word, named, hasLeft: false };
  if (one.end?.hasLeft) {
    one.end = { ...one.end, word, named };
    return counts(word, lastDay);
  }
  if (named < one.start.day) return endBeforeStart(story, one, end);
  const is = standingOf(one, employments, saidOn);
  // What is to come and has an end is withdrawn, unless it is a transfer: no day is free before its start.
  const withdrawn = employments
    .slice(employments.indexOf(one) + 1)
    .filter(({ start, end: own }) => own && named < start.day - 1)
    .filter((next) => standingOf(next, employments, saidOn) === "to-come");
  const left = is === "goes-on" && !one.end ? withdrawn : [];
  for (const ended of [one, ...left]) setEnd(story, ended, word, end);
  return counts(word, lastDay);
}

function isAsked({ verdicts }: Story, { id }: Word): boolean {
  const verdict = verdicts.get(id);
  return (
    verdict?.is === "needs-decision" &&
    verdict.because === "last-day-before-start"
  );
}

function endBeforeStart(story: Story, one: Employment, end: End): Verdict {
  const { word } = end;
  const { ownDay } = word;
  const isStartNamed = one.startBy.kind === "hired" && one.startBy.start;
  const hasBegun = one.start.day <= ownDay && !isWithdrawn(one);
  if (!hasBegun || !isStartNamed || ownDay <= one.start.day + noShowDays) {
    setEnd(story, one, word, end);
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
  return { is: "needs-decision", because: "last-day-before-start" };
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

/** Sets the end, or takes it back. */
function setEnd(
  { verdicts }: Story,
  one: Employment,
  word: WordOf<"terminated" | "termination_cancelled">,
  end?: End,
): void {
  const because =
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled";
  for (const old of [one.end?.word, one.undecided])
    if (old) verdicts.set(old.id, overtaken(because, word));
  delete one.undecided;
  delete one.end;
  if (end) one.end = end;
}
