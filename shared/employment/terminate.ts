import {
  asks,
  counts,
  inForce,
  type Employment,
  type End,
  isRuled,
  isWithdrawn,
  nextOf,
  overtaken,
  ownDayOf,
  repeats,
  standingAt,
  takenBackBy,
  type Draft,
} from "./timeline.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

type Termination = WordOf<"terminated">;
type Ending = WordOf<"terminated" | "termination_cancelled">;
type NewEnd = Omit<End, "termsBy">;

/** Until this many days after its start, an employment can turn out to be a no-show. */
const noShowDays = 3;

/** A termination ends what goes on or is to come. After "has left", it changes the terms only. */
export function terminate(draft: Draft, word: Termination): Verdict {
  const { employments } = draft;
  const { lastDay, ownDay: saidOn } = word;
  if (!lastDay || isRuled(draft, word.id, "has-left"))
    return leave(draft, word);
  const { day: named } = lastDay;
  for (const { end, undecided } of employments) {
    if (end?.named === named)
      return takesLess(draft, end, word)
        ? sayAgain(draft, end, word)
        : repeats(end.word);
    if (undecided?.lastDay?.day === named) return repeats(undecided);
  }
  const one = employmentToEnd(draft, word, lastDay);
  const end: NewEnd = { ...lastDay, saidOn, word, named, hasLeft: false };
  if (one?.end?.hasLeft)
    setEnd(draft, endedAs(one.end, draft), word, { ...one.end, word, named });
  else if (one && named < one.start.day) return endBeforeStart(draft, one, end);
  else if (one)
    setEnd(draft, [one, ...withdrawnWith(draft, one, end)], word, end);
  return counts(word, lastDay);
}

/**
 * Takes back the ends of the newest employment whose start has come, and of all after it. A later hire may have opened
 * an employment that begins before a withdrawn one. That one can come back here, so they are sorted.
 */
export function cancelEnds(draft: Draft, word: Ending): Verdict {
  const { employments } = draft;
  if (word.byProvider) return cancelOwn(draft, word);
  const hasCome = ({ start }: Employment) => start.day <= word.ownDay;
  const from = Math.max(employments.findLastIndex(hasCome), 0);
  const back = employments.splice(from);
  const taken = back.filter(({ end, undecided }) => end ?? undecided);
  setEnd(draft, taken, word);
  employments.push(...back.sort((a, b) => a.start.day - b.start.day));
  return taken.length > 0 ? inForce : nothingToCancel;
}

const nothingToCancel: Verdict = {
  is: "in-force",
  warning: "nothing-to-cancel",
};

/** What an identity provider said counts as never said. The ends that another sender said stay. */
function cancelOwn(draft: Draft, word: Ending): Verdict {
  const { employments } = draft;
  const end = employments.at(-1)?.end;
  if (end && employments.every(standingAt(draft, word)("over")))
    return overtaken("already-left", end.word);
  return takenBackBy(draft, word).length > 0 ? inForce : nothingToCancel;
}

/** Without a last day: what goes on ends at once, and what is to come is withdrawn. */
function leave(draft: Draft, word: Termination): Verdict {
  const { employments } = draft;
  const isOver = standingAt(draft, word)("over");
  const left = employments.filter((one) => !isOver(one));
  const end = employments.at(-1)?.end;
  if (left.length > 0 || !end) {
    const atOnce = { ...ownDayOf(word), saidOn: word.ownDay };
    setEnd(draft, left, word, { ...atOnce, word, hasLeft: true });
    return inForce;
  }
  return sayAgain(draft, end, word, { hasLeft: true });
}

/**
 * Whether the terms of a termination that says the same last day replace the terms of the end. Two senders can say it
 * again and again, so the terms that take less away stay, and so does what an operator has kept. Terms of an identity
 * provider give way.
 */
function takesLess(draft: Draft, end: End, word: Termination): boolean {
  const { termsBy } = end;
  const isKept = (id: string) => isRuled(draft, id, "kept");
  if (isKept(end.word.id) || isKept(termsBy.id)) return false;
  if (termsBy.byProvider && !word.byProvider) return true;
  const [old, terms] = [termsBy.terms, termsCounting([end], word).terms];
  if (old.disposition === "disable") return false;
  return terms.disposition === "disable" || terms.graceDays > old.graceDays;
}

/** The day of the end stays. Other terms that count replace its own. */
function sayAgain(
  draft: Draft,
  end: End,
  word: Termination,
  { hasLeft }: Pick<End, "hasLeft"> = end,
): Verdict {
  const { terms } = termsCounting([end], word);
  const isSame = JSON.stringify(end.termsBy.terms) === JSON.stringify(terms);
  if (isSame && end.hasLeft === hasLeft) return repeats(end.word);
  setEnd(draft, endedAs(end, draft), word, { ...end, word, hasLeft });
  return counts(word, word.lastDay);
}

/** All that one termination has ended: a later one changes its terms for all of them. */
function endedAs({ word }: End, { employments }: Draft): Employment[] {
  return employments.filter(({ end }) => end?.word === word);
}

/**
 * The employment to which the last day belongs, else the one that goes on, else the next to come, else the newest. The
 * first day of the next employment, as a last day, belongs to the one before, if that has no end.
 */
function employmentToEnd(draft: Draft, word: Termination, { day }: Named) {
  const all = draft.employments;
  const stands = standingAt(draft, word);
  const nextStart = (one: Employment) =>
    nextOf(one, all)?.start.day ?? Infinity;
  // An employment that has ended, and was followed by another one, is not made longer.
  const isPast = (one: Employment) =>
    nextStart(one) <= word.ownDay && one.end && day > one.end.day;
  return (
    all.find((one) => !one.end && day === nextStart(one)) ??
    all
      .filter((one) => one.start.day <= day && day < nextStart(one))
      .findLast((one) => !isPast(one)) ??
    all.findLast(stands("goes-on")) ??
    all.find(stands("to-come")) ??
    all.at(-1)
  );
}

/**
 * The termination whose terms count: the word, unless its terms are the usual ones or an identity provider's. Those
 * give way to the terms of the end that the word meets, unless a provider said these.
 */
function termsCounting(met: readonly End[], word: Termination): Termination {
  const { hasUsualTerms, byProvider } = word;
  const old = met.at(-1)?.termsBy;
  return old && !old.byProvider && (hasUsualTerms || byProvider) ? old : word;
}

/** An employment to come that has an end is withdrawn, unless it is a transfer: no day is free between. */
function withdrawnWith(
  draft: Draft,
  one: Employment,
  end: NewEnd,
): Employment[] {
  const stands = standingAt(draft, end.word);
  if (one.end || !stands("goes-on")(one)) return [];
  return draft.employments
    .filter(stands("to-come"))
    .filter((next) => next.end && end.day < next.start.day - 1);
}

/** A last day before the start withdraws the employment, or ends it at once after a no-show, or asks an operator. */
function endBeforeStart(draft: Draft, one: Employment, end: NewEnd): Verdict {
  const { start, startBy } = one;
  const { word } = end;
  const isStartNamed = startBy.kind === "hired" && startBy.start;
  const isNoShow = word.ownDay <= start.day + noShowDays || isWithdrawn(one);
  if (!isStartNamed || isNoShow) {
    setEnd(draft, [one], word, end);
    return inForce;
  }
  if (one.end && standingAt(draft, word)("over")(one))
    return overtaken("already-left", one.end.word);
  if (isRuled(draft, word.id, "is-an-earlier-one"))
    return overtaken("hired-since", startBy);
  if (one.undecided)
    draft.verdicts.set(one.undecided.id, overtaken("terminated-since", word));
  one.undecided = word;
  return asks("last-day-before-start");
}

/**
 * The earlier ends that a new end replaces: those of its employments. If it only withdraws employments to come, it says
 * what becomes of the person of the employments before them, so it replaces their ends too.
 */
function endsMet(draft: Draft, ended: Employment[], end: NewEnd): End[] {
  const { employments: all } = draft;
  const isWithdrawal = ended.every((one) => isWithdrawn({ ...one, end }));
  const from = all.findIndex((one) => ended.includes(one));
  const before = isWithdrawal ? all.slice(0, from) : [];
  return [...before, ...ended].flatMap((one) => one.end ?? []);
}

/** Sets an end, or takes ends back. What was asked about the earlier end is answered. */
function setEnd(draft: Draft, ended: Employment[], word: Ending, end?: NewEnd) {
  const met = end ? endsMet(draft, ended, end) : [];
  const isTaken = word.kind === "termination_cancelled";
  const because = isTaken ? "termination-cancelled" : "terminated-since";
  for (const one of ended) {
    for (const id of [one.end?.word.id, one.undecided?.id, one.unclear])
      if (id) draft.verdicts.set(id, overtaken(because, word));
    delete one.undecided;
    delete one.unclear;
    delete one.end;
    if (end) one.end = { ...end, termsBy: termsCounting(met, end.word) };
  }
}
