import type { Employment, End } from "./holds.ts";
import type {
  Cancellation,
  Day,
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
import { nextOf, standingOf, type Standing } from "./timeline.ts";

/** Until so many days after its start, an employment can turn out to be a no-show. */
const noShowDays = 3;

export function terminate(story: Story, word: Termination): Verdict {
  const { employments } = story;
  const { lastDay } = word;
  if (lastDay === undefined) return leave(story, word);
  const known = employments.find((one) => namesDay(one, lastDay.day));
  if (known !== undefined)
    return repeats(known.end?.by ?? known.undecided?.by ?? known.id);
  const employment = whichEnds(story, word, lastDay.day);
  if (lastDay.day < employment.start.day)
    return endBeforeStart(story, word, lastDay, employment);
  const hadNoEnd = employment.end === undefined;
  const goesOn = standing(story, employment, word) === "goes-on";
  setEnd(story, word, lastDay, employment);
  employment.isWithdrawn &&= employment.end?.hasLeft === true;
  if (hadNoEnd && goesOn) withdrawNext(story, word, lastDay, employment);
  return counts(word, lastDay);
}

/** Takes back the ends from the newest employment whose start has come. */
export function cancel(story: Story, word: Cancellation): Verdict {
  const { employments } = story;
  const current = employments.findLastIndex(
    ({ start }) => start.day <= word.ownDay,
  );
  const taken = employments
    .slice(Math.max(current, 0))
    .filter(
      ({ end, undecided }) => end !== undefined || undecided !== undefined,
    );
  for (const employment of taken) {
    overtakeEnd(story, word, employment);
    delete employment.end;
    employment.isWithdrawn = false;
  }
  return taken.length > 0
    ? { is: "in-force" }
    : { is: "in-force", warning: "nothing-to-cancel" };
}

/** A termination without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(story: Story, word: Termination): Verdict {
  const { employments } = story;
  const left = employments
    .map((one) => ({ one, is: standing(story, one, word) }))
    .filter(({ is }) => is === "goes-on" || is === "to-come");
  for (const { one, is } of left) {
    overtakeEnd(story, word, one);
    one.end = { ...endOf(story, word, ownDayOf(word)), hasLeft: true };
    one.isWithdrawn = is === "to-come";
  }
  const newest = employments.at(-1);
  if (left.length > 0 || newest?.end === undefined) return { is: "in-force" };
  const { terms } = endOf(story, word, ownDayOf(word));
  if (newest.end.hasLeft && isSame(newest.end.terms, terms))
    return repeats(newest.end.by);
  overtakeEnd(story, word, newest);
  newest.end = { ...newest.end, by: word.id, terms, hasLeft: true };
  return { is: "in-force" };
}

/** A last day before the start of the employment that it ends. */
function endBeforeStart(
  story: Story,
  word: Termination,
  lastDay: Named,
  employment: Employment,
): Verdict {
  const is = standing(story, employment, word);
  const hasBegun = is === "goes-on" || is === "ended";
  const { start, isStartNamed } = employment;
  if (!hasBegun || !isStartNamed || word.ownDay <= start.day + noShowDays) {
    setEnd(story, word, lastDay, employment);
    employment.isWithdrawn = !hasBegun;
    return { is: "in-force" };
  }
  if (isRuled(story, word, "has-left")) return leave(story, word);
  if (isRuled(story, word, "is-an-earlier-one"))
    return { is: "overtaken", because: "hired-since", by: employment.startBy };
  overtake(story, employment.undecided?.by, word, "terminated-since");
  employment.undecided = { by: word.id, day: lastDay.day };
  return { is: "needs-decision", because: "last-day-before-start" };
}

/** Withdraws what is to come and has an end of its own, unless the person is transferred without a free day. */
function withdrawNext(
  story: Story,
  word: Termination,
  lastDay: Named,
  current: Employment,
): void {
  const { employments } = story;
  for (const next of employments.slice(employments.indexOf(current) + 1)) {
    const isToCome = standing(story, next, word) === "to-come";
    if (!isToCome || !next.end || lastDay.day >= next.start.day - 1) continue;
    setEnd(story, word, lastDay, next);
    next.isWithdrawn = true;
  }
}

/** The employment to which a last day belongs, else the one that goes on, else the next to come, else the newest. */
function whichEnds(story: Story, word: Termination, day: Day): Employment {
  const { employments } = story;
  const has = (is: Standing) => (one: Employment) =>
    standing(story, one, word) === is;
  const found =
    employments.find((one) => isTransfer(one, employments, day)) ??
    employments.findLast((one) => belongs(one, employments, word, day)) ??
    employments.findLast(has("goes-on")) ??
    employments.find(has("to-come")) ??
    employments.at(-1);
  if (found === undefined) throw new RangeError("no employment is known");
  return found;
}

/** The last day is the first one of the next employment: a transfer on the same day. */
function isTransfer(
  employment: Employment,
  all: readonly Employment[],
  day: Day,
): boolean {
  const next = nextOf(employment, all);
  return employment.end === undefined && next?.start.day === day;
}

function belongs(
  employment: Employment,
  all: readonly Employment[],
  { ownDay }: Termination,
  day: Day,
): boolean {
  const next = nextOf(employment, all);
  const { start, end } = employment;
  if (day < start.day || (next && day >= next.start.day)) return false;
  const hasNextBegun = next !== undefined && next.start.day <= ownDay;
  return !(hasNextBegun && end !== undefined && day > end.day);
}

/** After "has left", a later last day changes the terms only. */
function setEnd(
  story: Story,
  word: Termination,
  lastDay: Named,
  employment: Employment,
): void {
  const { end } = employment;
  const next = endOf(story, word, lastDay);
  if (end?.hasLeft !== true) overtakeEnd(story, word, employment);
  employment.end =
    end?.hasLeft === true
      ? { ...end, by: next.by, named: lastDay.day, terms: next.terms }
      : { ...next, named: lastDay.day };
}

function endOf(story: Story, word: Termination, { day, dueMs }: Named): End {
  const { id: by, ownDay: saidOn } = word;
  const terms = { ...word.terms };
  if (isRuled(story, word, "kept")) terms.disposition = "disable";
  if (isRuled(story, word, "delete-now")) terms.graceDays = 0;
  return { by, day, dueMs, saidOn, terms, hasLeft: false };
}

function overtakeEnd(
  story: Story,
  word: Termination | Cancellation,
  employment: Employment,
): void {
  const because =
    word.kind === "terminated" ? "terminated-since" : "termination-cancelled";
  overtake(story, employment.end?.by, word, because);
  overtake(story, employment.undecided?.by, word, because);
  delete employment.undecided;
}

function namesDay({ end, undecided }: Employment, day: Day): boolean {
  return end?.named === day || undecided?.day === day;
}

function standing(story: Story, one: Employment, word: Termination): Standing {
  return standingOf(one, story.employments, word.ownDay);
}

function isSame(one: Terms, other: Terms): boolean {
  return (
    one.disposition === other.disposition && one.graceDays === other.graceDays
  );
}
