import {
  asks,
  counts,
  type Employment,
  type End,
  isRuled,
  isWithdrawn,
  nextOf,
  overtaken,
  ownDayOf,
  repeats,
} from "./holds.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";
import { standingAt, type Story } from "./story.ts";

type Termination = WordOf<"terminated">;

/** Until so many days after its start, an employment can turn out to be a no-show. */
const noShowDays = 3;

/** A termination ends what goes on or is to come. After "has left", it changes the terms only. */
export function terminate(story: Story, word: Termination): Verdict {
  const { employments, verdicts } = story;
  const { lastDay, ownDay: saidOn } = word;
  if (!lastDay || isRuled(story, word.id, "has-left"))
    return leave(story, word);
  const { day: named } = lastDay;
  for (const { end, undecided } of employments) {
    if (end?.named === named) return repeats(end.word);
    if (undecided?.lastDay?.day !== named) continue;
    const asked = verdicts.get(undecided.id);
    if (asked?.is === "needs-decision" && asked.because === question)
      return repeats(undecided);
  }
  const one = whichEnds(story, word, lastDay);
  const end: End = { ...lastDay, saidOn, word, named, hasLeft: false };
  if (one?.end?.hasLeft) one.end = { ...one.end, word, named };
  else if (one && named < one.start.day) return endBeforeStart(story, one, end);
  else if (one) setEnd(story, [one, ...leftWith(story, one, end)], word, end);
  return counts(word, lastDay);
}

const question = "last-day-before-start";

/** Before the first employment, a termination can only repeat the one before it. */
export function wait({ early, verdicts }: Story, word: Termination): Verdict {
  const last = early.findLast(
    (one) =>
      one !== word &&
      (one.kind === "terminated" || one.kind === "termination_cancelled"),
  );
  if (last?.kind !== "terminated" || !saysSame(last, word))
    return asks("unknown-employee");
  const verdict = verdicts.get(last.id);
  return verdict?.is === "repeats" ? verdict : repeats(last);
}

function saysSame(one: Termination, other: Termination): boolean {
  if (one.lastDay ?? other.lastDay)
    return one.lastDay?.day === other.lastDay?.day;
  return (
    one.terms.disposition === other.terms.disposition &&
    one.terms.graceDays === other.terms.graceDays
  );
}

/** Takes back the ends from the newest employment whose start has come. */
export function cancel(
  story: Story,
  word: WordOf<"termination_cancelled">,
): Verdict {
  const { employments } = story;
  const hasCome = ({ start }: Employment) => start.day <= word.ownDay;
  const taken = employments
    .slice(Math.max(employments.findLastIndex(hasCome), 0))
    .filter(({ end, undecided }) => end ?? undecided);
  setEnd(story, taken, word);
  if (taken.length > 0) return { is: "in-force" };
  return { is: "in-force", warning: "nothing-to-cancel" };
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: Termination): Verdict {
  const { employments } = story;
  const isOver = standingAt(story, word)("over");
  const left = employments.filter((one) => !isOver(one));
  const newest = employments.slice(-1);
  const end = newest[0]?.end;
  if (left.length > 0 || !end) {
    const atOnce = { ...ownDayOf(word), saidOn: word.ownDay };
    setEnd(story, left, word, { ...atOnce, word, hasLeft: true });
    return { is: "in-force" };
  }
  const [old, terms] = [end.word.terms, word.terms];
  if (
    end.hasLeft &&
    old.disposition === terms.disposition &&
    old.graceDays === terms.graceDays
  )
    return repeats(end.word);
  setEnd(story, newest, word, { ...end, word, hasLeft: true });
  return { is: "in-force" };
}

/** The employment to which the last day belongs, else the one that goes on, else the next to come, else the newest. */
function whichEnds(story: Story, word: Termination, { day }: Named) {
  const all = story.employments;
  const is = standingAt(story, word);
  const belongs = (one: Employment) => {
    const next = nextOf(one, all)?.start.day ?? Infinity;
    if (day < one.start.day || day > next) return false;
    const isPast = next <= word.ownDay && one.end && day > one.end.day;
    return !one.end || (day < next && !isPast);
  };
  return (
    all.find((one) => !one.end && belongs(one)) ??
    all.findLast(belongs) ??
    all.findLast(is("goes-on")) ??
    all.find(is("to-come")) ??
    all.at(-1)
  );
}

/** What is to come and has an end is withdrawn, unless it is a transfer: no day is free before its start. */
function leftWith(story: Story, one: Employment, end: End): Employment[] {
  const is = standingAt(story, end.word);
  if (one.end || !is("goes-on")(one)) return [];
  return story.employments
    .filter(is("to-come"))
    .filter((next) => next.end && end.day < next.start.day - 1);
}

function endBeforeStart(story: Story, one: Employment, end: End): Verdict {
  const { start, startBy } = one;
  const { word } = end;
  const isStartNamed = startBy.kind === "hired" && startBy.start;
  const isSure = word.ownDay <= start.day + noShowDays || isWithdrawn(one);
  if (!isStartNamed || isSure) {
    setEnd(story, [one], word, end);
    return { is: "in-force" };
  }
  if (one.end && standingAt(story, word)("over")(one))
    return overtaken("already-left", one.end.word);
  if (isRuled(story, word.id, "is-an-earlier-one"))
    return overtaken("hired-since", startBy);
  if (one.undecided)
    story.verdicts.set(one.undecided.id, overtaken("terminated-since", word));
  one.undecided = word;
  return asks(question);
}

/** Sets an end, or takes ends back. */
function setEnd(
  { verdicts }: Story,
  ended: Employment[],
  word: Termination | WordOf<"termination_cancelled">,
  end?: End,
): void {
  const verdict = overtaken(
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled",
    word,
  );
  for (const one of ended) {
    for (const old of [one.end?.word, one.undecided])
      if (old) verdicts.set(old.id, verdict);
    delete one.undecided;
    delete one.end;
    if (end) one.end = end;
  }
}
