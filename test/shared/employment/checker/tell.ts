import type * as core from "../../../../shared/employment/statement.ts";

export type Access =
  | { is: "absent" | "enabled" | "suspended" }
  | { is: "ended"; terms: core.Terms };
type Day = core.Named;
type Word<Kind> = Extract<core.Word, { kind: Kind }>;
type Opener = Word<"hired" | "adopted">;
/** `named`: the last day that was said, also if a later word ended all at once. */
type End = Day & { by: Word<"terminated">; said: number; named?: number };
type Employment = {
  start: Day;
  by: Opener;
  caller: string;
  end?: (End & { left?: boolean }) | undefined;
  /** Its last day is before the start, and waits for a decision. */
  asked?: Word<"terminated">;
  /** It asks whether the end still holds. */
  unclear?: Word<"hired">;
};

const never = { day: Infinity, dueMs: Infinity };
const own = ({ ownDay, atMs }: core.Word) => ({ day: ownDay, dueMs: atMs });
const termsOf = ({ terms }: Word<"terminated">) => JSON.stringify(terms);
const isWithdrawn = ({ start, end }: Employment) =>
  !!end && Math.max(end.day, end.said) < start.day;

/** What a word comes to. `of`: what it repeats. */
export type Verdict =
  { is: "counts" | "too late" | "refused"; of?: never } | Same;
type Same = { is: "repeats"; of: string };
export const counts: Verdict = { is: "counts" };
const tooLate: Verdict = { is: "too late" };
export const same = ({ id: of }: core.Word): Same => ({ is: "repeats", of });

/** Reads words by their times: what each comes to, and which access is right. */
export function tell(
  words: core.Word[],
  ruled: Map<string, number>,
  accept: boolean,
) {
  const all: Employment[] = [];
  let leaves: { from: Day; to: Day; by: Word<"suspended">; known: number }[] =
    [];
  let waiting: Word<"terminated">[] = [];
  let firstDay = Infinity;
  const verdicts = new Map<string, Verdict>();
  for (const word of words) verdicts.set(word.id, say(word));
  return { verdicts, access };

  function next(e: Employment): Day {
    const later = all.slice(all.indexOf(e) + 1);
    return later.find((one) => !isWithdrawn(one))?.start ?? never;
  }
  function lastDay(e: Employment): number {
    return e.end?.day ?? next(e).day - 1;
  }
  function phase(e: Employment, day: number) {
    if (e.end && (e.end.left || e.end.day < e.start.day)) return "ended";
    if (day < e.start.day) return "to come";
    return day > lastDay(e) ? "ended" : "goes on";
  }

  function say(w: core.Word): Verdict {
    if (w.kind !== "changed") firstDay = Math.min(firstDay, w.ownDay);
    if (w.kind === "hired") return hire(w);
    if (w.kind === "suspended") return suspend(w);
    if (w.kind === "terminated") return all[0] ? terminate(w) : wait(w);
    if (w.kind === "resumed") leaves = [];
    if (w.kind === "adopted" && !all[0])
      return open(w, { day: firstDay, dueMs: w.atMs });
    if (w.kind !== "termination_cancelled") return counts;
    waiting = [];
    const begun = all.findLastIndex((e) => e.start.day <= w.ownDay);
    const back = all.splice(Math.max(begun, 0));
    for (const e of back) endOf(e);
    all.push(...back.sort((a, b) => a.start.day - b.start.day));
    return counts;
  }

  function endOf(e: Employment, end?: Employment["end"]) {
    delete e.asked;
    delete e.unclear;
    e.end = end;
  }

  function wait(w: Word<"terminated">): Verdict {
    const key = (one: typeof w) => one.lastDay?.day ?? termsOf(one);
    const first = waiting.findLastIndex((one) => key(one) !== key(w)) + 1;
    waiting.push(w);
    return waiting[first] === w ? counts : same(waiting[first]!);
  }

  function open(w: Opener, start: Day): Verdict {
    const is = (name: string) => (e: Employment) => phase(e, w.ownDay) === name;
    const mayOpen = w.mayOffboard || (!w.metPerson && !all.some(is("to come")));
    if (!mayOpen) return { is: "refused" };
    const opened: Employment = { start, by: w, caller: w.caller };
    const before = all.slice(-1).find(is("goes on"));
    if (before?.end && before.end.day > start.day) {
      opened.end = before.end;
      delete before.end;
    }
    all.push(opened);
    for (const one of waiting)
      if (w.kind === "adopted" || Number(one.lastDay?.day) > start.day)
        verdicts.set(one.id, terminate(one));
    waiting = [];
    return counts;
  }

  function hire(w: Word<"hired">): Verdict {
    const { start = own(w), ownDay } = w;
    const newest = all.at(-1);
    if (!newest) return open(w, start);
    if (!w.start) {
      const current = all.findLast((e) => phase(e, ownDay) !== "ended");
      if (current) return same(current.by);
      const isRehire = accept || ruled.has(`${w.id} is-a-rehire`);
      if (isRehire) return open(w, start);
      const { end } = newest;
      if (ownDay <= Math.max(end!.day, end!.said) + 3) return tooLate;
      if (newest.unclear) return same(newest.unclear);
      newest.unclear = w;
      return counts;
    }
    const known = all.find(
      (e) => e.by.kind === "hired" && e.start.day === start.day,
    );
    if (known) {
      known.caller = w.caller;
      return same(known.by);
    }
    const { end } = newest;
    const is = phase(newest, ownDay);
    if (is === "ended" && start.day < end!.day) return tooLate;
    if (is === "goes on" && start.day <= newest.start.day)
      return same(newest.by);
    if (is !== "to come" || (end && start.day >= end.day))
      return open(w, start);
    const before = all.slice(0, -1).findLast((e) => !isWithdrawn(e));
    if (before && start.day < (before.end ?? before.start).day)
      return same(newest.by);
    if (!w.mayOffboard && newest.caller !== w.caller) return { is: "refused" };
    Object.assign(newest, { start, by: w, caller: w.caller });
    return counts;
  }

  function terminate(w: Word<"terminated">): Verdict {
    const { lastDay: last, ownDay: said } = w;
    const newest = all.at(-1)!;
    const going = all.findLast((e) => phase(e, said) === "goes on");
    const toCome = all.filter((e) => phase(e, said) === "to come");
    if (!last) {
      const left = going ? [going, ...toCome] : toCome;
      for (const e of left) endOf(e, { ...own(w), by: w, said, left: true });
      if (left[0]) return counts;
      const { end } = newest;
      if (end!.left && termsOf(end!.by) === termsOf(w)) return same(end!.by);
      endOf(newest, { ...end!, by: w, left: true });
      return counts;
    }
    const { day } = last;
    for (const { asked, end } of all) {
      if (end?.named === day) return same(end.by);
      if (asked?.lastDay?.day === day) return same(asked);
    }
    const isPast = (e: Employment) =>
      next(e).day <= said && e.end && day > e.end.day;
    const e =
      all.find((one) => !one.end && next(one).day === day) ??
      all.findLast(
        (one) => one.start.day <= day && day < next(one).day && !isPast(one),
      ) ??
      going ??
      toCome[0] ??
      newest;
    const isNamed = e.by.kind === "hired" && e.by.start;
    const isLate = day < e.start.day && said > e.start.day + 3;
    const end = { ...last, by: w, said, named: day };
    const leaves = e === going && !e.end && day >= e.start.day;
    if (e.end?.left) e.end = { ...e.end, by: w, named: day };
    else if (isLate && isNamed && !isWithdrawn(e)) {
      if (phase(e, said) === "ended") return tooLate;
      e.asked = w;
    } else {
      for (const one of leaves ? toCome : [])
        if (one.end && day < one.start.day - 1) endOf(one, end);
      endOf(e, end);
    }
    return counts;
  }

  function suspend(w: Word<"suspended">): Verdict {
    const { from = own(w), until: to = never, ownDay } = w;
    if (to.day < ownDay) return tooLate;
    const isSame = (one: (typeof leaves)[0]) =>
      one.to.day === to.day &&
      (one.from.day === from.day ||
        (!w.from && !one.by.from && one.from.day <= ownDay));
    const again = leaves.find((one) => isSame(one) && employmentOf(one));
    if (again) return same(again.by);
    leaves = leaves.flatMap((one) => {
      const { from: first, to: until } = one;
      if (first.day > to.day || until.day < from.day) return [one];
      if (until === never && first.day !== from.day) return [one];
      if (first.day > ownDay || first.day >= from.day) return [];
      return [{ ...one, to: { day: from.day - 1, dueMs: from.dueMs } }];
    });
    leaves.push({ from, to, by: w, known: all.length });
    return counts;
  }

  /** Those that have a day, by their starts. */
  function dated() {
    return all
      .filter((e) => lastDay(e) >= e.start.day)
      .sort((one, other) => one.start.day - other.start.day);
  }

  function employmentOf({ from, to, by, known }: (typeof leaves)[0]) {
    const on = Math.max(from.day, by.ownDay);
    const e = dated().find((one) =>
      one.start.day <= on ? on <= lastDay(one) : all.indexOf(one) < known,
    );
    return e && to.day >= Math.max(on, e.start.day) ? e : undefined;
  }

  /** Employments without a free day between them join. */
  function access(): (nowMs: number) => Access {
    const chains: Employment[][] = [];
    for (const e of dated())
      if (chains.at(-1)?.some((one) => e.start.day <= lastDay(one) + 1))
        chains.at(-1)!.push(e);
      else chains.push([e]);
    return (nowMs) => {
      const isNow = (from: Day, to: Day) =>
        from.dueMs <= nowMs && nowMs < to.dueMs;
      const until = (e: Employment) => e.end ?? next(e);
      const isOn = (one: Employment[]) =>
        isNow(one[0]!.start, until(one.at(-1)!));
      const chain = chains.find(isOn);
      for (const one of chain ? leaves : []) {
        const e = employmentOf(one);
        if (e && chain?.includes(e) && isNow(one.from, one.to))
          return { is: "suspended" };
      }
      if (chain) return { is: "enabled" };
      let end: End | undefined;
      for (const e of all)
        if (e.end && !isWithdrawn(e))
          if (e.end.dueMs <= nowMs || !dated().includes(e)) end = e.end;
      for (const e of all)
        if (isWithdrawn(e) && !(end && end.by.atMs > e.end!.by.atMs))
          end = e.end;
      return end ? { is: "ended", terms: end.by.terms } : { is: "absent" };
    };
  }
}
