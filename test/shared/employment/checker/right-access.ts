import type * as core from "../../../../shared/employment/statement.ts";
import { inOrder, rulingsOf, withoutRuledOut, type Ruled } from "./words.ts";

export type Access =
  | { is: "absent" | "enabled" | "suspended" }
  | { is: "ended"; terms: core.Terms };
type A<K> = Extract<core.Word, { kind: K }>;
type Day = core.Named;
type End = Day & { by: A<"terminated">; named?: number; left?: boolean };
type Employment = {
  start: Day;
  by: core.Word;
  end?: (End & { withdrew?: boolean }) | undefined;
  /** Who was the last to say the start. */
  caller: string;
};
type Suspension = {
  from: Day;
  to: Day;
  on: number;
  known: Employment[];
  isUndated: boolean;
};
type Phase = "to come" | "goes on" | "ended";

const never = { day: Infinity, dueMs: Infinity };
const own = ({ ownDay, atMs }: core.Word) => ({ day: ownDay, dueMs: atMs });
const holds = (e: Employment) => !e.end?.withdrew;
const byStart = (a: Employment, b: Employment) => a.start.day - b.start.day;

/**
 * A second, slow formulation of the rules: it reads all words in their order, and says which access is right. It imports
 * nothing of the core but the shape of a statement, so that no fault hides in both.
 */
export function rightAccess(said: readonly core.Statement[], accept: boolean) {
  const { all, suspensions, last, until } = read(said, accept);
  const hasDays = (e: Employment) => holds(e) && last(e) >= e.start.day;
  const chains: Employment[][] = [];
  for (const e of all.filter(hasDays).sort(byStart)) {
    const chain = chains.at(-1) ?? [];
    if (chain.some((one) => e.start.day <= last(one) + 1)) chain.push(e);
    else chains.push([e]);
  }
  return (nowMs: number): Access => {
    const isNow = (from: Day, to: Day) =>
      from.dueMs <= nowMs && nowMs < to.dueMs;
    const chain = chains.find((one) =>
      isNow(one[0]!.start, until(one.at(-1)!)),
    );
    const isSuspended = suspensions.some(({ from, to, on, known }) => {
      const isOn = (e: Employment) => e.start.day <= on && on <= last(e);
      const isLater = (e: Employment) => hasDays(e) && e.start.day > on;
      const [next] = known.filter(isLater).sort(byStart);
      const belongs = all.filter(hasDays).find(isOn) ?? next;
      const isIn = belongs && chain?.includes(belongs);
      return isIn && to.day >= chain![0]!.start.day && isNow(from, to);
    });
    if (chain) return { is: isSuspended ? "suspended" : "enabled" };
    const isOver = (e: Employment) => !hasDays(e) || e.end!.dueMs <= nowMs;
    const over = all.filter((e) => e.end && isOver(e));
    let end = over.findLast(holds)?.end;
    for (const { end: one } of over)
      if (one?.withdrew && !(end && end.by.atMs > one.by.atMs)) end = one;
    return end ? { is: "ended", terms: end.by.terms } : { is: "absent" };
  };
}

/** What follows from all words: the employments in the order in which they were opened, and the suspensions. */
export function read(said: readonly core.Statement[], accept: boolean) {
  const ruled = rulingsOf(said);
  const verdictOf = (word: core.Word, before: core.Word[]) =>
    tell([...before, word], ruled, accept).verdict;
  const words = withoutRuledOut(inOrder(said), ruled, verdictOf);
  return tell(words, ruled, accept);
}

function tell(words: core.Word[], ruled: Ruled, accept: boolean) {
  const all: Employment[] = [];
  const early: (A<"terminated"> | A<"termination_cancelled">)[] = [];
  let suspensions: Suspension[] = [];
  /** The last day that waits for a decision. */
  let asked: number | undefined;
  let verdict = "";
  const refused: core.Word[] = [];
  for (const word of words) {
    verdict = say(word);
    if (verdict === "refused") refused.push(word);
  }
  return { all, suspensions, verdict, refused, last, until, is };

  function nextStart(e: Employment): Day | undefined {
    const later = all.slice(all.indexOf(e) + 1).filter(holds);
    return later.sort(byStart)[0]?.start;
  }
  function until(e: Employment): Day {
    return e.end ?? nextStart(e) ?? never;
  }
  function next(e: Employment): number {
    return nextStart(e)?.day ?? Infinity;
  }
  function last(e: Employment): number {
    return e.end?.day ?? next(e) - 1;
  }
  function is(phase: Phase, day: number) {
    return (e: Employment): boolean => {
      if (!holds(e)) return false;
      const { left, day: end = Infinity } = e.end ?? {};
      if (left || end < e.start.day) return phase === "ended";
      if (day < e.start.day) return phase === "to come";
      return phase === (day > last(e) ? "ended" : "goes on");
    };
  }

  function say(w: core.Word): string {
    if (w.kind === "hired") return hire(w);
    if (w.kind === "suspended") return suspend(w);
    if (w.kind === "resumed") suspensions = [];
    if (w.kind === "adopted" && all.length === 0) {
      if (isRefused(w)) return "refused";
      // It counts as begun before everything that was said.
      const before = words.slice(0, words.indexOf(w) + 1);
      const days = before
        .filter(({ kind }) => kind !== "changed")
        .map(({ ownDay }) => ownDay);
      const start = { day: Math.min(...days), dueMs: w.atMs };
      all.push({ start, by: w, caller: w.caller });
      for (const one of early) say(one);
    }
    if (w.kind === "terminated") return all[0] ? terminate(w) : wait(w);
    if (w.kind !== "termination_cancelled") return "counts";
    if (!all[0]) early.push(w);
    const begun = all.findLastIndex((e) => e.start.day <= w.ownDay);
    for (const e of all.slice(Math.max(begun, 0))) e.end = undefined;
    return "counts";
  }

  function wait(w: A<"terminated">): string {
    const isCancelled = early.findLastIndex((one) => one.kind !== w.kind);
    const waiting = early.slice(isCancelled + 1) as A<"terminated">[];
    early.push(w);
    const isSame = (one: typeof w) => one.lastDay?.day === w.lastDay?.day;
    return waiting.some(isSame) ? "repeats" : "counts";
  }

  function isRefused(w: A<"hired" | "adopted">): boolean {
    if (w.mayOffboard) return false;
    return !!w.metPerson || all.some(is("to come", w.ownDay));
  }

  function open(w: A<"hired">, start: Day, end?: Employment["end"]): string {
    if (isRefused(w)) return "refused";
    const hasNoEnd = ruled.has(`${w.id} has-no-end`);
    if (end) all.at(-1)!.end = undefined;
    all.push({
      start,
      by: w,
      caller: w.caller,
      end: hasNoEnd ? undefined : end,
    });
    if (all.length > 1) return "counts";
    for (const one of early) {
      const { lastDay: day } = one as A<"terminated">;
      if (one.kind !== "terminated") all[0]!.end = undefined;
      else if (day && day.day !== all[0]!.end?.named && day.day > start.day)
        all[0]!.end = { ...day, by: one, named: day.day };
    }
    return "counts";
  }

  function hire(w: A<"hired">): string {
    const { start = own(w), ownDay: day } = w;
    const newest = all.at(-1);
    if (!newest) return open(w, start);
    const isOpen = (e: Employment) =>
      is("goes on", day)(e) || is("to come", day)(e);
    if (!w.start) {
      if (all.some(isOpen)) return "repeats";
      const isRehire = accept || ruled.has(`${w.id} is-a-rehire`);
      return isRehire ? open(w, start) : "has ended";
    }
    const same = all.find(
      (e) => e.by.kind === "hired" && e.start.day === start.day,
    );
    if (same) same.caller = w.caller;
    if (same) return "repeats";
    const { end } = newest;
    if (!isOpen(newest))
      return start.day >= end!.day ? open(w, start) : "has ended";
    if (is("goes on", day)(newest)) {
      if (start.day <= newest.start.day) return "repeats";
      return open(w, start, end && end.day > start.day ? end : undefined);
    }
    if (end && start.day >= end.day) return open(w, start);
    const before = all.slice(0, -1).findLast(holds);
    const limit = before?.end?.day ?? before?.start.day ?? -Infinity;
    if (start.day < limit) return "repeats";
    if (!w.mayOffboard && newest.caller !== w.caller) return "refused";
    Object.assign(newest, { start, by: w, caller: w.caller });
    return "counts";
  }

  function terminate(w: A<"terminated">): string {
    const { lastDay, ownDay } = w;
    const going = all.findLast(is("goes on", ownDay));
    const toCome = all.filter(is("to come", ownDay));
    if (!lastDay || ruled.has(`${w.id} has-left`))
      return leave(w, going, toCome);
    const { day } = lastDay;
    const isKnown = all.some((e) => e.end?.named === day);
    if (isKnown || asked === day) return "repeats";
    const isOwner = (e: Employment) =>
      day >= e.start.day &&
      (day < next(e) || (day === next(e) && !e.end)) &&
      !(e.end && ownDay >= next(e) && day > e.end.day);
    const owner =
      all.find((e) => !e.end && isOwner(e)) ?? all.findLast(isOwner);
    const e = owner ?? going ?? toCome[0] ?? all.at(-1)!;
    const end = { ...lastDay, by: w, named: day };
    const isNamed = e.by.kind === "hired" && e.by.start;
    if (e.end?.left) e.end = { ...e.end, by: w, named: day };
    else if (owner) {
      for (const one of e === going && !e.end ? toCome : [])
        if (one.end && day < one.start.day - 1)
          one.end = { ...end, withdrew: true };
      e.end = end;
    } else if (!holds(e) || toCome.includes(e))
      e.end = { ...end, withdrew: true };
    else if (!isNamed || ownDay <= e.start.day + 3) e.end = end;
    else if (e === going) asked = day;
    return "counts";
  }

  function leave(
    w: A<"terminated">,
    going?: Employment,
    toCome: Employment[] = [],
  ) {
    asked = undefined;
    const end = { ...own(w), by: w, left: true };
    if (going) going.end = end;
    for (const e of toCome) e.end = { ...end, withdrew: true };
    if (going || toCome.length > 0) return "counts";
    const newest = all.at(-1)!;
    const terms = JSON.stringify(newest.end!.by.terms);
    const isSame = terms === JSON.stringify(w.terms);
    if (newest.end!.left && isSame) return "repeats";
    newest.end = { ...newest.end!, by: w, left: true };
    return "counts";
  }

  function suspend(w: A<"suspended">): string {
    const { from = own(w), until: to = never, ownDay } = w;
    if (to.day < ownDay) return "too late";
    const isSame = (s: Suspension) =>
      s.to.day === to.day &&
      (s.from.day === from.day ||
        (!w.from && s.isUndated && s.from.day <= ownDay));
    if (suspensions.some(isSame)) return "repeats";
    suspensions = suspensions.flatMap((s) => {
      if (s.from.day > to.day || s.to.day < from.day) return [s];
      if (s.to === never && s.from.day !== from.day) return [s];
      if (s.from.day > ownDay || s.from.day >= from.day) return [];
      return [{ ...s, to: { day: from.day - 1, dueMs: from.dueMs } }];
    });
    const on = Math.max(from.day, ownDay);
    suspensions.push({ from, to, on, known: [...all], isUndated: !w.from });
    return "counts";
  }
}
