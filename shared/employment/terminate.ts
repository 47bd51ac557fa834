import {
  type Employment,
  type End,
  isWithdrawn,
  nextOf,
  standingOf,
} from "./holds.ts";
import type {
  Cancellation,
  Named,
  Termination,
  Terms,
  Verdict,
} from "./statement.ts";
import {
  counts,
  isRuled,
  overtake,
  ownDayOf,
  repeats,
  type Story,
} from "./story.ts";

/** Until so many days after its start, an employment can turn out to be a no-show. */
const noShowDays = 3;

/** A termination that names its last day. */
type Ending = Termination & { lastDay: Named };

export function terminate(story: Story, word: Termination): Verdict {
  return isEnding(word) ? endOn(story, word) : leave(story, word);
}

/** Takes back the ends from the newest employment whose start has come. */
export function cancel(story: Story, word: Cancellation): Verdict {
  const { employments } = story;
  const newest = employments.findLastIndex(
    ({ start }) => start.day <= word.ownDay,
  );
  const taken = employments
    .slice(Math.max(newest, 0))
    .filter(({ end, undecided }) => end ?? undecided);
  for (const one of taken) takeBackEnd(story, word, one);
  if (taken.length > 0) return { is: "in-force" };
  return { is: "in-force", warning: "nothing-to-cancel" };
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: Termination): Verdict {
  const { employments } = story;
  const end = { ...endOf(story, word, ownDayOf(word)), hasLeft: true };
  const left = employments.filter(
    (one) => standingOf(one, story, word.ownDay) !== "over",
  );
  for (const one of left) setEnd(story, word, one, { ...end });
  const newest = employments.at(-1);
  if (left.length > 0 || !newest?.end) return { is: "in-force" };
  const { by, terms, hasLeft } = newest.end;
  if (hasLeft && JSON.stringify(terms) === JSON.stringify(end.terms))
    return repeats(by);
  setEnd(story, word, newest, withTermsOf(end, newest.end));
  return { is: "in-force" };
}

/** A last day that no end names ends one employment. After "has left", it changes the terms only. */
function endOn(story: Story, word: Ending): Verdict {
  const { lastDay } = word;
  for (const { end, undecided } of story.employments) {
    if (end?.named === lastDay.day) return repeats(end.by);
    if (undecided?.day === lastDay.day) return repeats(undecided.by);
  }
  const one = whichEnds(story, word);
  const end = { ...endOf(story, word, lastDay), named: lastDay.day };
  if (one.end?.hasLeft) one.end = withTermsOf(end, one.end);
  else if (lastDay.day < one.start.day)
    return endBeforeStart(story, word, one, end);
  else {
    const isCurrent = standingOf(one, story, word.ownDay) === "goes-on";
    if (isCurrent && !one.end) withdrawNext(story, word, one, end);
    setEnd(story, word, one, end);
  }
  return counts(word, lastDay);
}

function endBeforeStart(
  story: Story,
  word: Ending,
  one: Employment,
  end: End,
): Verdict {
  const hasBegun = one.start.day <= word.ownDay && !isWithdrawn(one);
  const isNoShow = word.ownDay <= one.start.day + noShowDays;
  if (!hasBegun || one.startIs !== "named" || isNoShow) {
    setEnd(story, word, one, end);
    return { is: "in-force" };
  }
  if (isRuled(story, word, "has-left")) return leave(story, word);
  if (isRuled(story, word, "is-an-earlier-one"))
    return { is: "overtaken", because: "hired-since", by: one.startBy };
  overtake(story, one.undecided?.by, word, "terminated-since");
  one.undecided = { by: word.id, day: end.day };
  return { is: "needs-decision", because: "last-day-before-start" };
}

/** What is to come and has an end is withdrawn, unless the person is transferred: no day is free before its start. */
function withdrawNext(
  story: Story,
  word: Ending,
  current: Employment,
  end: End,
): void {
  const { employments } = story;
  for (const next of employments.slice(employments.indexOf(current) + 1)) {
    const isToCome = standingOf(next, story, word.ownDay) === "to-come";
    if (isToCome && next.end && end.day < next.start.day - 1)
      setEnd(story, word, next, { ...end });
  }
}

/** The employment to which the last day belongs, else the one that goes on, else the next to come, else the newest. */
function whichEnds({ employments }: Story, word: Ending): Employment {
  const { lastDay, ownDay } = word;
  const belongs = (one: Employment): boolean => {
    const next = nextOf(one, employments);
    if (lastDay.day < one.start.day) return false;
    if (next && lastDay.day >= next.start.day) return false;
    const hasNextBegun = next && next.start.day <= ownDay;
    return !hasNextBegun || !one.end || lastDay.day <= one.end.day;
  };
  const isTransfer = (one: Employment): boolean =>
    !one.end && nextOf(one, employments)?.start.day === lastDay.day;
  const is = (standing: string) => (one: Employment) =>
    standingOf(one, { employments }, ownDay) === standing;
  const found =
    employments.find(isTransfer) ??
    employments.findLast(belongs) ??
    employments.findLast(is("goes-on")) ??
    employments.find(is("to-come")) ??
    employments.at(-1);
  if (found === undefined) throw new RangeError("no employment is known");
  return found;
}

function endOf(story: Story, word: Termination, { day, dueMs }: Named): End {
  const { id: by, atMs: saidMs, ownDay: saidOn } = word;
  const terms: Terms = {
    disposition: isRuled(story, word, "kept")
      ? "disable"
      : word.terms.disposition,
    graceDays: isRuled(story, word, "delete-now") ? 0 : word.terms.graceDays,
  };
  return { by, saidMs, saidOn, day, dueMs, terms, hasLeft: false };
}

function withTermsOf({ by, saidMs, terms, named }: End, end: End): End {
  const known = named === undefined ? {} : { named };
  return { ...end, by, saidMs, terms, ...known, hasLeft: true };
}

function setEnd(
  story: Story,
  word: Termination,
  one: Employment,
  end: End,
): void {
  takeBackEnd(story, word, one);
  one.end = end;
}

function takeBackEnd(
  story: Story,
  word: Termination | Cancellation,
  one: Employment,
): void {
  const because =
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled";
  for (const id of [one.end?.by, one.undecided?.by])
    overtake(story, id, word, because);
  delete one.end;
  delete one.undecided;
}

function isEnding(word: Termination): word is Ending {
  return word.lastDay !== undefined;
}
