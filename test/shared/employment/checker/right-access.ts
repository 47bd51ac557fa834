import type * as core from "../../../../shared/employment/statement.ts";

export type Access =
  | { is: "absent" | "enabled" | "suspended" }
  | { is: "ended"; terms: core.Terms };

type Day = core.Named;
type Word<Kind> = Extract<core.Word, { kind: Kind }>;
type Termination = Word<"terminated">;
type Opener = Word<"hired" | "adopted">;
/** The end of an employment. `named`: the last day that was said, also if a later word ended all at once. */
type End = Day & {
  by: Termination;
  /** The termination whose terms hold. */
  on: Termination;
  said: number;
  named?: number;
};
type Employment = {
  start: Day;
  by: Opener;
  caller: string;
  end?: (End & { left?: boolean }) | undefined;
  /** A termination that needs a decision. */
  asked?: Termination | undefined;
  /** The id of a hire after the end that needs a decision. */
  unclear?: string | undefined;
};
type Leave = { from: Day; to: Day; by: Word<"suspended">; known: number };

/** What the words come to, read by their times. */
type Reading = {
  /** The words that their callers may not say. */
  refused: Set<string>;
  /** The word that each other word repeats. */
  repeated: Map<string, string>;
  /** The hire that moved the start of each earlier one. */
  moved: Map<string, string>;
  all: Employment[];
  accessAt: (nowMs: number) => Access;
  /** The start that is to come while no employment goes on. */
  startAfter: (nowMs: number) => number | undefined;
};

const never = { day: Infinity, dueMs: Infinity };
const own = ({ ownDay, atMs }: core.Word) => ({ day: ownDay, dueMs: atMs });
const termsOf = ({ terms }: Termination) => JSON.stringify(terms);
const isWithdrawn = ({ start, end }: Employment) =>
  !!end && Math.max(end.day, end.said) < start.day;

/**
 * A second, slow formulation of the rules: it reads the words by their times, and says which access is right. It
 * imports nothing of the core but the shape of a statement, so that no fault hides in both.
 */
export function rightAccess(said: readonly core.Statement[]): Reading {
  const heard = said
    .filter(({ judged }) => !judged)
    .sort((a, b) => a.atMs - b.atMs);
  const words = heard.filter((one) => one.kind !== "ruled");
  const ruled = new Set<string>();
  for (const one of heard) {
    if (one.kind !== "ruled" || (one.ruling === "rejected" && one.limit))
      continue;
    const before = words.filter(({ atMs }) => atMs < one.atMs);
    const { repeated, moved, all } = read(before, ruled);
    const first = (id: string) => repeated.get(id) ?? id;
    const about = new Set([first(one.about)]);
    // A cancelled hire cancels its employment, so the hires that named an earlier start of it are cancelled, too.
    if (one.ruling === "cancelled")
      for (const id of about)
        for (const [old, by] of moved) if (by === id) about.add(old);
    // A cancelled termination cancels the end for which its terms hold.
    if (one.ruling === "cancelled")
      for (const { end } of all)
        if (end && end.on.id === first(one.about)) about.add(end.by.id);
    for (const { id } of before)
      if (about.has(first(id))) ruled.add(`${id} ${one.ruling}`);
  }
  return read(words, ruled);
}

function read(words: core.Word[], ruled: Set<string>) {
  const refused = new Set<string>();
  const repeated = new Map<string, string>();
  const moved = new Map<string, string>();
  const all: Employment[] = [];
  const waiting: core.Word[] = [];
  let leaves: Leave[] = [];
  let out: { word: core.Word; asked?: string }[] = [];
  for (const word of words) {
    if (all[0] || word.kind === "hired" || word.kind === "adopted") hear(word);
    else waiting.push(word);
    if (!all[0] || !waiting[0]) continue;
    waiting.splice(0).forEach(hear);
    out = out.filter(({ word: w }) => matterOf(w) !== "employment");
  }
  waiting.forEach(hear);
  return { refused, repeated, moved, all, accessAt, startAfter };

  /** Whether a later word of the same provider takes the word back. A hire of it that counted in between ends that. */
  function isTakenBack({ kind, caller, atMs }: core.Word): boolean {
    const own = words.filter(
      (w) => w.caller === caller && w.atMs > atMs && !isRuledOut(w),
    );
    const taker = { terminated: "termination_cancelled", suspended: "resumed" };
    const by = kind in taker ? taker[kind as keyof typeof taker] : undefined;
    const taken = own.findIndex((w) => w.byProvider && w.kind === by);
    const between = own.slice(0, Math.max(taken, 0));
    return taken >= 0 && !(kind === "terminated" && between.some(isNext));
  }
  function isNext(hire: core.Word): boolean {
    const until = words.filter((w) => w.atMs <= hire.atMs);
    const { all: known } = read(until, ruled);
    return known.some(({ by }) => by === hire);
  }

  function isRuledOut({ id }: core.Word): boolean {
    return ruled.has(`${id} rejected`) || ruled.has(`${id} cancelled`);
  }

  /** Applies a word. It does not count if an operator ruled it out, or ruled out the same word just before. */
  function hear(w: core.Word) {
    const is = (ruling: string) => ruled.has(`${w.id} ${ruling}`);
    if (isRuledOut(w)) out.push({ word: w });
    if (is("rejected")) return;
    if (is("cancelled")) return cancel(w);
    if (isTakenBack(w)) return;
    const again = out.find(({ word }) => textOf(word) === textOf(w));
    if (again && !is("released")) {
      if (again.asked) repeated.set(w.id, again.asked);
      else if (w.kind === "terminated" && all[0]) all.at(-1)!.asked ??= w;
      again.asked ??= w.id;
      return;
    }
    const of = say(w);
    if (of) repeated.set(w.id, of);
    else if (!refused.has(w.id))
      out = out.filter(({ word }) => matterOf(word) !== matterOf(w));
  }

  function say(w: core.Word): string | undefined {
    const opens = w.kind === "hired" || w.kind === "adopted";
    if (!all[0] && !opens) return;
    if (w.kind === "hired") return hire(w);
    if (w.kind === "suspended") return suspend(w);
    if (w.kind === "terminated") return terminate(w);
    if (w.kind === "resumed" && !w.byProvider) leaves = [];
    if (w.kind === "adopted" && !all[0]) {
      const told = waiting.filter(({ kind }) => kind !== "changed");
      const days = [w, ...told].map(({ ownDay }) => ownDay);
      open(w, { day: Math.min(...days), dueMs: w.atMs });
    }
    if (w.kind !== "termination_cancelled" || w.byProvider) return;
    const begun = all.findLastIndex((e) => e.start.day <= w.ownDay);
    const back = all.splice(Math.max(begun, 0));
    for (const e of back) endOf(e);
    all.push(...back.sort((a, b) => a.start.day - b.start.day));
    return;
  }

  /** Says a word and takes it back. The end or suspension that it replaced is over, too. */
  function cancel(w: core.Word) {
    if (w.kind !== "terminated" && w.kind !== "suspended") return;
    say(w);
    for (const e of all) {
      if (e.end?.by === w) e.end = undefined;
      if (e.asked === w) e.asked = undefined;
    }
    leaves = leaves.filter(({ by }) => by !== w);
  }

  function next(e: Employment): Day {
    const later = all.slice(all.indexOf(e) + 1);
    return later.find((one) => !isWithdrawn(one))?.start ?? never;
  }
  function lastDay(e: Employment): number {
    return e.end?.day ?? next(e).day - 1;
  }
  function phase(e: Employment, { ownDay }: core.Word) {
    if (e.end && (e.end.left || e.end.day < e.start.day)) return "ended";
    if (ownDay < e.start.day) return "to come";
    const isOver = ownDay > lastDay(e) || ownDay >= next(e).day;
    return isOver ? "ended" : "goes on";
  }
  function endOf(e: Employment, end?: Employment["end"]) {
    Object.assign(e, { end, asked: undefined, unclear: undefined });
  }

  /** The termination whose terms hold: a provider, or a word without terms, changes no terms of another sender. */
  function termsOn(w: Termination, met: Employment[]): Termination {
    const old = met.findLast(({ end }) => end)?.end?.on;
    const isWeak = w.hasUsualTerms === true || w.byProvider === true;
    return isWeak && old && !old.byProvider ? old : w;
  }
  /** The employments before one. Their terms hold on, if only employments to come are withdrawn. */
  function until(e?: Employment): Employment[] {
    return e ? all.slice(0, all.indexOf(e)) : [];
  }
  function endedBy(w: Termination): Employment[] {
    return all.filter(({ end }) => end?.by === w);
  }

  function open(w: Opener, start: Day): undefined {
    const isToCome = all.some((e) => phase(e, w) === "to come");
    if (!w.mayOffboard && (w.metPerson || isToCome))
      return void refused.add(w.id);
    const opened: Employment = { start, by: w, caller: w.caller };
    const before = all.slice(-1).find((e) => phase(e, w) === "goes on");
    if (before?.end && before.end.day > start.day) {
      opened.end = before.end;
      delete before.end;
    }
    if (all.at(-1)?.unclear) moved.set(all.at(-1)!.unclear!, w.id);
    all.push(opened);
  }

  function hire(w: Word<"hired">): string | undefined {
    const { start = own(w) } = w;
    const newest = all.at(-1);
    if (!newest) return open(w, start);
    const { end } = newest;
    if (!w.start) {
      const current = all.findLast((e) => phase(e, w) !== "ended");
      if (current) return current.by.id;
      if (w.opensWithoutStart || ruled.has(`${w.id} is-a-rehire`))
        return open(w, start);
      if (w.ownDay <= Math.max(end!.day, end!.said) + 3) return;
      if (newest.unclear) return newest.unclear;
      newest.unclear = w.id;
      return;
    }
    const known = all.find(
      ({ by, start: { day } }) => by.kind === "hired" && day === start.day,
    );
    if (known && !w.byProvider) known.caller = w.caller;
    if (known) return known.by.id;
    const is = phase(newest, w);
    if (is === "ended" && start.day < end!.day) return;
    if (is === "goes on" && start.day <= newest.start.day) return newest.by.id;
    if (is !== "to come" || (end && start.day >= end.day))
      return open(w, start);
    const before = all.slice(0, -1).findLast((e) => !isWithdrawn(e));
    if (before && start.day < (before.end ?? before.start).day)
      return newest.by.id;
    if (!w.mayOffboard && newest.caller !== w.caller)
      return void refused.add(w.id);
    moved.set(newest.by.id, w.id);
    Object.assign(newest, { start, by: w, caller: w.caller });
    return;
  }

  function terminate(w: Termination): string | undefined {
    const { lastDay: last, ownDay: said } = w;
    const [first, newest] = [all[0]!, all.at(-1)!];
    const isEarly = first.by.kind === "hired" && w.atMs < first.by.atMs;
    if (isEarly && !(last && last.day > first.start.day)) return;
    const going = all.findLast((e) => phase(e, w) === "goes on");
    const toCome = all.filter((e) => phase(e, w) === "to come");
    if (!last) {
      const { end } = newest;
      const left = going ? [going, ...toCome] : toCome;
      const met = going ? left : [...until(left[0]), ...left];
      const on = termsOn(w, left[0] ? met : [newest]);
      for (const e of left)
        endOf(e, { ...own(w), by: w, on, said, left: true });
      if (left[0]) return;
      if (end!.left && termsOf(end!.on) === termsOf(on)) return end!.by.id;
      for (const e of endedBy(end!.by))
        endOf(e, { ...end!, by: w, on, left: true });
      return;
    }
    const { day } = last;
    for (const { asked, end } of all) {
      if (end?.named === day) {
        const on = termsOn(w, endedBy(end.by));
        const isKept = [end.by, end.on].some(({ id }) =>
          ruled.has(`${id} kept`),
        );
        const [old, now] = [end.on, on].map(({ terms }) =>
          terms.disposition === "disable" ? Infinity : terms.graceDays,
        );
        const isOfOther = end.on.byProvider && !w.byProvider;
        const isSame = termsOf(end.on) === termsOf(on);
        if (isSame || isKept || !(isOfOther || now! > old!)) return end.by.id;
        for (const e of endedBy(end.by)) endOf(e, { ...end, by: w, on });
        return;
      }
      if (asked?.lastDay?.day === day) return asked.id;
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
    const leaves = e === going && !e.end && day >= e.start.day;
    const gone = (leaves ? toCome : []).filter(
      (one) => one.end && day < one.start.day - 1,
    );
    const isToCome = Math.max(day, said) < e.start.day;
    const on = termsOn(w, [...(isToCome ? until(e) : []), e, ...gone]);
    const end = { ...last, by: w, on, said, named: day };
    if (e.end?.left) {
      const end = { ...e.end, by: w, on, named: day };
      for (const one of endedBy(e.end.by)) endOf(one, end);
    } else if (isLate && isNamed && !isWithdrawn(e)) {
      if (phase(e, w) !== "ended") e.asked = w;
      if (phase(e, w) !== "ended") newest.asked ??= w;
    } else {
      for (const one of [...gone, e]) endOf(one, end);
    }
    return;
  }

  function suspend(w: Word<"suspended">): string | undefined {
    const { from = own(w), until: to = never, ownDay } = w;
    if (to.day < ownDay) return;
    const leave = { from, to, by: w, known: all.length };
    const mine = chainOf(leave);
    const again = leaves.find(
      (one) =>
        textOf(one.by) === textOf(w) &&
        one.to.day === to.day &&
        mine &&
        chainOf(one)?.[0] === mine[0],
    );
    if (again) return again.by.id;
    leaves = leaves.flatMap((one) => {
      const { from: first, to: until } = one;
      if (first.day > to.day || until.day < from.day) return [one];
      if (until === never && first.day !== from.day) return [one];
      if (first.day > ownDay || first.day >= from.day) return [];
      return [{ ...one, to: { day: from.day - 1, dueMs: from.dueMs } }];
    });
    leaves.push(leave);
    return;
  }

  /** The employments that have a day, by their starts. */
  function dated() {
    return all
      .filter((e) => lastDay(e) >= e.start.day)
      .sort((one, other) => one.start.day - other.start.day);
  }

  function employmentOf({ from, to, by, known }: Leave) {
    const on = Math.max(from.day, by.ownDay);
    const e = dated().find((one) =>
      one.start.day <= on ? on <= lastDay(one) : all.indexOf(one) < known,
    );
    return e && to.day >= Math.max(on, e.start.day) ? e : undefined;
  }

  /** Employments without a free day between them join. */
  function chainsNow(): Employment[][] {
    const chains: Employment[][] = [];
    for (const e of dated())
      if (chains.at(-1)?.some((one) => e.start.day <= lastDay(one) + 1))
        chains.at(-1)!.push(e);
      else chains.push([e]);
    return chains;
  }

  function chainOf(leave: Leave): Employment[] | undefined {
    const e = employmentOf(leave);
    return e && chainsNow().find((chain) => chain.includes(e));
  }

  function startAfter(nowMs: number): number | undefined {
    const { is } = accessAt(nowMs);
    if (is === "enabled" || is === "suspended") return undefined;
    return dated().find((e) => e.start.dueMs > nowMs)?.start.dueMs;
  }

  function accessAt(nowMs: number): Access {
    const chains = chainsNow();
    const isNow = (from: Day, to: Day) =>
      from.dueMs <= nowMs && nowMs < to.dueMs;
    const now = chains.filter((chain) => {
      const last = all.findLast((e) => chain.includes(e))!;
      return isNow(chain[0]!.start, last.end ?? next(last));
    });
    const isSuspended = leaves.some((one) => {
      const e = employmentOf(one);
      return e && now.flat().includes(e) && isNow(one.from, one.to);
    });
    if (now[0]) return { is: isSuspended ? "suspended" : "enabled" };
    let end: End | undefined;
    for (const e of all)
      if (e.end && !isWithdrawn(e))
        if (e.end.dueMs <= nowMs || !dated().includes(e)) end = e.end;
    for (const e of all)
      if (isWithdrawn(e) && !(end && end.by.atMs > e.end!.by.atMs)) end = e.end;
    return end ? { is: "ended", terms: end.on.terms } : { is: "absent" };
  }
}

/** What a word says: two of one text say the same. */
function textOf(w: core.Word): string {
  if (w.kind === "hired") return `hired ${w.start?.day}`;
  if (w.kind === "suspended") return `suspended ${w.from?.day} ${w.until?.day}`;
  if (w.kind !== "terminated") return w.id;
  return `terminated ${w.lastDay?.day ?? termsOf(w)}`;
}

function matterOf({ kind }: core.Word) {
  if (kind === "suspended" || kind === "resumed") return "suspension";
  return kind === "changed" ? "change" : "employment";
}
