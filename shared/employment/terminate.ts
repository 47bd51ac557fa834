import type { Employment, End } from "./holds.ts";
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
  nextOf,
  overtake,
  ownDayOf,
  repeats,
  standingOf,
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
  for (const one of taken) {
    overtakeEnd(story, word, one);
    delete one.end;
    one.isWithdrawn = false;
  }
  if (taken.length > 0) return { is: "in-force" };
  return { is: "in-force", warning: "nothing-to-cancel" };
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: Termination): Verdict {
  const { employments } = story;
  const end = { ...endOf(story, word, ownDayOf(word)), hasLeft: true };
  const standings = employments.map((one) =>
    standingOf(one, story, word.ownDay),
  );
  employments.forEach((one, index) => {
    const is = standings[index];
    if (is !== "goes-on" && is !== "to-come") return;
    overtakeEnd(story, word, one);
    Object.assign(one, { end: { ...end }, isWithdrawn: is === "to-come" });
  });
  const newest = employments.at(-1);
  if (!newest?.end || employments.some(({ end }) => end?.by === word.id))
    return { is: "in-force" };
  const { by, terms, hasLeft } = newest.end;
  if (hasLeft && JSON.stringify(terms) === JSON.stringify(end.terms))
    return repeats(by);
  overtakeEnd(story, word, newest);
  newest.end = { ...newest.end, by: word.id, terms: end.terms, hasLeft: true };
  return { is: "in-force" };
}

/** A last day that no end names ends one employment. */
function endOn(story: Story, word: Ending): Verdict {
  const { day } = word.lastDay;
  for (const { end, undecided } of story.employments) {
    if (end?.named === day) return repeats(end.by);
    if (undecided?.day === day) return repeats(undecided.by);
  }
  const one = whichEnds(story, word);
  if (!one) return { is: "needs-decision", because: "unknown-employee" };
  if (one.end?.hasLeft) return changeTerms(story, word, one.end);
  if (day < one.start.day) return endBeforeStart(story, word, one);
  const isCurrent = standingOf(one, story, word.ownDay) === "goes-on";
  const hadNoEnd = one.end === undefined;
  setEnd(story, word, one, false);
  if (isCurrent && hadNoEnd) withdrawNext(story, word, one);
  return counts(word, word.lastDay);
}

function endBeforeStart(story: Story, word: Ending, one: Employment): Verdict {
  const is = standingOf(one, story, word.ownDay);
  const hasBegun = is === "goes-on" || is === "ended";
  const isNoShow = word.ownDay <= one.start.day + noShowDays;
  if (!hasBegun || !one.isStartNamed || isNoShow) {
    setEnd(story, word, one, !hasBegun);
    return { is: "in-force" };
  }
  if (isRuled(story, word, "has-left")) return leave(story, word);
  if (isRuled(story, word, "is-an-earlier-one"))
    return { is: "overtaken", because: "hired-since", by: one.startBy };
  overtake(story, one.undecided?.by, word, "terminated-since");
  one.undecided = { by: word.id, day: word.lastDay.day };
  return { is: "needs-decision", because: "last-day-before-start" };
}

/** What is to come and has an end is withdrawn, unless the person is transferred: no day is free before its start. */
function withdrawNext(story: Story, word: Ending, current: Employment): void {
  const { employments } = story;
  for (const next of employments.slice(employments.indexOf(current) + 1)) {
    const isToCome = standingOf(next, story, word.ownDay) === "to-come";
    const isTransfer = word.lastDay.day >= next.start.day - 1;
    if (!isToCome || !next.end || isTransfer) continue;
    setEnd(story, word, next, true);
  }
}

/** The employment to which the last day belongs, else the one that goes on, else the next to come, else the newest. */
function whichEnds(story: Story, word: Ending): Employment | undefined {
  const { employments } = story;
  const { lastDay, ownDay } = word;
  const isTransfer = (one: Employment): boolean =>
    !one.end && nextOf(one, employments)?.start.day === lastDay.day;
  const is = (standing: string) => (one: Employment) =>
    standingOf(one, story, ownDay) === standing;
  return (
    employments.find(isTransfer) ??
    employments.findLast((one) => belongs(story, word, one)) ??
    employments.findLast(is("goes-on")) ??
    employments.find(is("to-come")) ??
    employments.at(-1)
  );
}

function belongs(story: Story, word: Ending, one: Employment): boolean {
  const { day } = word.lastDay;
  const next = nextOf(one, story.employments);
  if (day < one.start.day || (next && day >= next.start.day)) return false;
  const hasNextBegun = next && next.start.day <= word.ownDay;
  return !hasNextBegun || !one.end || day <= one.end.day;
}

function setEnd(
  story: Story,
  word: Ending,
  one: Employment,
  isWithdrawn: boolean,
): void {
  overtakeEnd(story, word, one);
  Object.assign(one, { end: endOf(story, word, word.lastDay), isWithdrawn });
}

/** After "has left", a later last day changes the terms only. */
function changeTerms(story: Story, word: Ending, end: End): Verdict {
  const { by, named, terms } = endOf(story, word, word.lastDay);
  Object.assign(end, { by, named, terms });
  return counts(word, word.lastDay);
}

function endOf(story: Story, word: Termination, { day, dueMs }: Named): End {
  const { id: by, ownDay: saidOn, lastDay } = word;
  const isKept = isRuled(story, word, "kept");
  const isNow = isRuled(story, word, "delete-now");
  const terms: Terms = {
    disposition: isKept ? "disable" : word.terms.disposition,
    graceDays: isNow ? 0 : word.terms.graceDays,
  };
  const named = lastDay && { named: lastDay.day };
  return { by, day, dueMs, saidOn, terms, hasLeft: false, ...named };
}

function overtakeEnd(
  story: Story,
  word: Termination | Cancellation,
  one: Employment,
): void {
  const because =
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled";
  for (const id of [one.end?.by, one.undecided?.by])
    overtake(story, id, word, because);
  delete one.undecided;
}

function isEnding(word: Termination): word is Ending {
  return word.lastDay !== undefined;
}
