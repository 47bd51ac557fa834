import type {
  Named,
  Statement,
  Terms,
  Word,
  WordOf,
} from "../../../../shared/employment/statement.ts";

export type Access =
  { is: "absent" | "enabled" | "suspended" } | { is: "ended"; terms: Terms };

type Termination = WordOf<"terminated">;
type Opener = WordOf<"hired" | "adopted">;
type End = Named & {
  by: Termination;
  /** The termination whose terms hold. */
  termsBy: Termination;
  /** The own day of the termination that set the day of the end. */
  saidOn: number;
  /** The last day that was named, also if a later termination without a last day ended all at once. */
  named?: number;
  /** A termination without a last day ended the employment at once. */
  hasLeft?: boolean;
};
type Employment = {
  start: Named;
  by: Opener;
  /** The caller of the hire that said the start last. */
  caller: string;
  end?: End | undefined;
  /** A termination that needs a decision. */
  asked?: Termination | undefined;
  /** The id of a hire after the end that needs a decision. */
  unclear?: string | undefined;
};
/** A suspension. `known`: how many employments were known when it was said. */
type Leave = { from: Named; to: Named; by: WordOf<"suspended">; known: number };

/** What the statements come to, read by their times. Sets and maps have ids of statements. */
type Reading = {
  /** The hires and adoptions that their callers may not say. */
  refused: Set<string>;
  /** The statement that each repetition repeats. */
  repeated: Map<string, string>;
  /** The hire that moved the start of each earlier hire. */
  moved: Map<string, string>;
  all: Employment[];
  accessAt: (nowMs: number) => Access;
  /** The start that is to come while no employment goes on. */
  startAfter: (nowMs: number) => number | undefined;
};

const never = { day: Infinity, dueMs: Infinity };
/** For so many days after an end, a hire without a start is a late repetition of the hire before. */
const lateDays = 3;
/** For so many days after a start, a last day before the start means that the employee did not come. */
const noShowDays = 3;
const ownDayOf = ({ ownDay, atMs }: Word) => ({ day: ownDay, dueMs: atMs });
const termsOf = ({ terms }: Termination) => JSON.stringify(terms);
const isWithdrawn = ({ start, end }: Employment) =>
  !!end && Math.max(end.day, end.saidOn) < start.day;

/**
 * The second formulation: the rules of `docs/employment.md`, written a second time and slow. It reads the statements of
 * HR (the type `Word`) by their times, and says which access is right. It imports nothing of the rules but the types of
 * a statement, so that no fault hides in both.
 */
export function rightAccess(statements: readonly Statement[]): Reading {
  const heard = statements
    .filter(({ judged }) => !judged)
    .sort((a, b) => a.atMs - b.atMs);
  const fromHr = heard.filter((one) => one.kind !== "ruled");
  /** An id and a ruling: what operators have said about each statement of HR, and about its repetitions. */
  const ruled = new Set<string>();
  for (const one of heard) {
    // A rejection with a limit is about a rename, and changes no access.
    if (one.kind !== "ruled" || (one.ruling === "rejected" && one.limit))
      continue;
    const before = fromHr.filter(({ atMs }) => atMs < one.atMs);
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
        if (end?.termsBy.id === first(one.about)) about.add(end.by.id);
    for (const { id } of before)
      if (about.has(first(id))) ruled.add(`${id} ${one.ruling}`);
  }
  return read(fromHr, ruled);
}

/** Reads the statements of HR in their order, as a closure over the employments, leaves and rulings so far. */
function read(fromHr: Word[], ruled: Set<string>) {
  const refused = new Set<string>();
  const repeated = new Map<string, string>();
  const moved = new Map<string, string>();
  const all: Employment[] = [];
  /** What was said before the first employment. It is heard when that is opened. */
  const waiting: Word[] = [];
  let leaves: Leave[] = [];
  /** What operators ruled out, until another statement on the matter counts. `asked`: its first repetition. */
  let out: { said: Word; asked?: string }[] = [];
  for (const said of fromHr) {
    if (all[0] || said.kind === "hired" || said.kind === "adopted") hear(said);
    else waiting.push(said);
    if (!all[0] || !waiting[0]) continue;
    waiting.splice(0).forEach(hear);
    out = out.filter((one) => matterOf(one.said) !== "employment");
  }
  waiting.forEach(hear);
  return { refused, repeated, moved, all, accessAt, startAfter };

  /** Whether a later statement of the same provider takes this one back. A hire that opened in between ends that. */
  function isTakenBack({ kind, caller, atMs }: Word): boolean {
    const later = fromHr.filter(
      (one) => one.caller === caller && one.atMs > atMs && !isRuledOut(one),
    );
    const taker = { terminated: "termination_cancelled", suspended: "resumed" };
    const by = kind in taker ? taker[kind as keyof typeof taker] : undefined;
    const taken = later.findIndex((one) => one.byProvider && one.kind === by);
    const between = later.slice(0, Math.max(taken, 0));
    return taken >= 0 && !(kind === "terminated" && between.some(hasOpened));
  }
  function hasOpened(said: Word): boolean {
    const until = fromHr.filter((one) => one.atMs <= said.atMs);
    const { all: known } = read(until, ruled);
    return known.some(({ by }) => by === said);
  }

  function isRuledOut({ id }: Word): boolean {
    return ruled.has(`${id} rejected`) || ruled.has(`${id} cancelled`);
  }

  /** Applies a statement. It does not count if an operator ruled it out, or ruled out the same just before. */
  function hear(said: Word) {
    const isRuled = (ruling: string) => ruled.has(`${said.id} ${ruling}`);
    if (isRuledOut(said)) out.push({ said });
    if (isRuled("rejected")) return;
    if (isRuled("cancelled")) return cancel(said);
    if (isTakenBack(said)) return;
    const again = out.find((one) => textOf(one.said) === textOf(said));
    if (again && !isRuled("released")) {
      const isEnd = said.kind === "terminated" && all[0];
      if (again.asked) repeated.set(said.id, again.asked);
      else if (isEnd) all.at(-1)!.asked ??= said;
      again.asked ??= said.id;
      return;
    }
    const of = say(said);
    if (of) repeated.set(said.id, of);
    else if (!refused.has(said.id))
      out = out.filter((one) => matterOf(one.said) !== matterOf(said));
  }

  /** @returns the id of the statement that this one repeats */
  function say(said: Word): string | undefined {
    const opens = said.kind === "hired" || said.kind === "adopted";
    if (!all[0] && !opens) return;
    if (said.kind === "hired") return hire(said);
    if (said.kind === "suspended") return suspend(said);
    if (said.kind === "terminated") return terminate(said);
    if (said.kind === "resumed" && !said.byProvider) leaves = [];
    if (said.kind === "adopted" && !all[0]) {
      const told = waiting.filter(({ kind }) => kind !== "changed");
      const days = [said, ...told].map(({ ownDay }) => ownDay);
      open(said, { day: Math.min(...days), dueMs: said.atMs });
    }
    if (said.kind !== "termination_cancelled" || said.byProvider) return;
    const begun = all.findLastIndex((e) => e.start.day <= said.ownDay);
    const back = all.splice(Math.max(begun, 0));
    setEnd(back);
    all.push(...back.sort((a, b) => a.start.day - b.start.day));
    return;
  }

  /** Says an end or a suspension and takes it back, so that an earlier one which it replaced does not count either. */
  function cancel(said: Word) {
    if (said.kind !== "terminated" && said.kind !== "suspended") return;
    say(said);
    for (const e of all) {
      if (e.end?.by === said) e.end = undefined;
      if (e.asked === said) e.asked = undefined;
    }
    leaves = leaves.filter(({ by }) => by !== said);
  }

  function nextStart(e: Employment): Named {
    const later = all.slice(all.indexOf(e) + 1);
    return later.find((one) => !isWithdrawn(one))?.start ?? never;
  }
  function lastDayOf(e: Employment): number {
    return e.end?.day ?? nextStart(e).day - 1;
  }
  function phase(e: Employment, { ownDay }: Word) {
    if (e.end && (e.end.hasLeft || e.end.day < e.start.day)) return "ended";
    if (ownDay < e.start.day) return "to come";
    const isOver = ownDay > lastDayOf(e) || ownDay >= nextStart(e).day;
    return isOver ? "ended" : "goes on";
  }
  function setEnd(ended: Employment[], end?: End) {
    for (const e of ended)
      Object.assign(e, { end, asked: undefined, unclear: undefined });
  }

  /** The termination whose terms hold: usual terms, and those of a provider, change no terms of another sender. */
  function termsOn(said: Termination, met: Employment[]): Termination {
    const old = met.findLast(({ end }) => end)?.end?.termsBy;
    const isWeak = said.hasUsualTerms === true || said.byProvider === true;
    return isWeak && old && !old.byProvider ? old : said;
  }
  /** The employments before one. Their terms hold on, if only employments to come are withdrawn. */
  function earlierThan(e?: Employment): Employment[] {
    return e ? all.slice(0, all.indexOf(e)) : [];
  }
  function endedBy(said: Termination): Employment[] {
    return all.filter(({ end }) => end?.by === said);
  }

  /** An end after the new start becomes the end of the new employment. */
  function open(said: Opener, start: Named): undefined {
    const { id, caller, mayOffboard, metPerson } = said;
    const isToCome = all.some((e) => phase(e, said) === "to come");
    if (!mayOffboard && (metPerson || isToCome)) return void refused.add(id);
    const opened: Employment = { start, by: said, caller };
    const before = all.slice(-1).find((e) => phase(e, said) === "goes on");
    if (before?.end && before.end.day > start.day) {
      opened.end = before.end;
      delete before.end;
    }
    if (all.at(-1)?.unclear) moved.set(all.at(-1)!.unclear!, id);
    all.push(opened);
  }

  /** @returns the id of the hire that this one repeats */
  function hire(said: WordOf<"hired">): string | undefined {
    const { start = ownDayOf(said), id } = said;
    const newest = all.at(-1);
    if (!newest) return open(said, start);
    const { end } = newest;
    if (!said.start) {
      const current = all.findLast((e) => phase(e, said) !== "ended");
      if (current) return current.by.id;
      if (said.opensWithoutStart || ruled.has(`${id} is-a-rehire`))
        return open(said, start);
      if (said.ownDay <= Math.max(end!.day, end!.saidOn) + lateDays) return;
      if (newest.unclear) return newest.unclear;
      newest.unclear = id;
      return;
    }
    const known = all.find(
      ({ by, start: { day } }) => by.kind === "hired" && day === start.day,
    );
    if (known && !said.byProvider) known.caller = said.caller;
    if (known) return known.by.id;
    const is = phase(newest, said);
    if (is === "ended" && start.day < end!.day) return;
    if (is === "goes on" && start.day <= newest.start.day) return newest.by.id;
    if (is !== "to come" || (end && start.day >= end.day))
      return open(said, start);
    const before = all.slice(0, -1).findLast((e) => !isWithdrawn(e));
    if (before && start.day < (before.end ?? before.start).day)
      return newest.by.id;
    if (!said.mayOffboard && newest.caller !== said.caller)
      return void refused.add(id);
    moved.set(newest.by.id, id);
    Object.assign(newest, { start, by: said, caller: said.caller });
    return;
  }

  /** @returns the id of the termination that this one repeats */
  function terminate(said: Termination): string | undefined {
    const { lastDay, ownDay: saidOn } = said;
    const [first, newest] = [all[0]!, all.at(-1)!];
    const isEarly = first.by.kind === "hired" && said.atMs < first.by.atMs;
    if (isEarly && !(lastDay && lastDay.day > first.start.day)) return;
    const going = all.findLast((e) => phase(e, said) === "goes on");
    const toCome = all.filter((e) => phase(e, said) === "to come");
    if (!lastDay) {
      const { end } = newest;
      const left = going ? [going, ...toCome] : toCome;
      const met = going ? left : [...earlierThan(left[0]), ...left];
      const termsBy = termsOn(said, left[0] ? met : [newest]);
      const atOnce = { by: said, termsBy, hasLeft: true };
      setEnd(left, { ...ownDayOf(said), saidOn, ...atOnce });
      if (left[0]) return;
      // All has ended before: only the terms may change.
      if (end!.hasLeft && termsOf(end!.termsBy) === termsOf(termsBy))
        return end!.by.id;
      setEnd(endedBy(end!.by), { ...end!, ...atOnce });
      return;
    }
    const { day } = lastDay;
    // The same last day again changes the terms only if they take less away than the terms before.
    for (const { asked, end } of all) {
      if (end?.named === day) {
        const termsBy = termsOn(said, endedBy(end.by));
        const isKept = [end.by, end.termsBy].some(({ id }) =>
          ruled.has(`${id} kept`),
        );
        const [old, now] = [end.termsBy, termsBy].map(({ terms }) =>
          terms.disposition === "disable" ? Infinity : terms.graceDays,
        );
        const isOfOther = end.termsBy.byProvider && !said.byProvider;
        const isSame = termsOf(end.termsBy) === termsOf(termsBy);
        if (isSame || isKept || !(isOfOther || now! > old!)) return end.by.id;
        setEnd(endedBy(end.by), { ...end, by: said, termsBy });
        return;
      }
      if (asked?.lastDay?.day === day) return asked.id;
    }
    // The employment to which this day belongs, or another one that it ends.
    const isPast = (e: Employment) =>
      nextStart(e).day <= saidOn && e.end && day > e.end.day;
    const e =
      all.find((one) => !one.end && nextStart(one).day === day) ??
      all.findLast(
        (one) =>
          one.start.day <= day && day < nextStart(one).day && !isPast(one),
      ) ??
      going ??
      toCome[0] ??
      newest;
    const isStartNamed = e.by.kind === "hired" && e.by.start;
    const isLate = day < e.start.day && saidOn > e.start.day + noShowDays;
    const isLeaving = e === going && !e.end && day >= e.start.day;
    // An employment to come that has an end goes too, unless it is a transfer: no day is free before its start.
    const gone = (isLeaving ? toCome : []).filter(
      (one) => one.end && day < one.start.day - 1,
    );
    const isToCome = Math.max(day, saidOn) < e.start.day;
    const met = [...(isToCome ? earlierThan(e) : []), e, ...gone];
    const termsBy = termsOn(said, met);
    if (e.end?.hasLeft) {
      const end = { ...e.end, by: said, termsBy, named: day };
      setEnd(endedBy(e.end.by), end);
    } else if (isLate && isStartNamed && !isWithdrawn(e)) {
      if (phase(e, said) === "ended") return;
      e.asked = said;
      newest.asked ??= said;
    } else {
      const end = { ...lastDay, by: said, termsBy, saidOn, named: day };
      setEnd([...gone, e], end);
    }
    return;
  }

  /** @returns the id of the suspension that this one repeats */
  function suspend(said: WordOf<"suspended">): string | undefined {
    const { from = ownDayOf(said), until: to = never, ownDay } = said;
    if (to.day < ownDay) return;
    const leave = { from, to, by: said, known: all.length };
    const mine = chainOf(leave);
    const again = leaves.find(
      (one) =>
        textOf(one.by) === textOf(said) &&
        one.to.day === to.day &&
        mine &&
        chainOf(one)?.[0] === mine[0],
    );
    if (again) return again.by.id;
    leaves = leaves.flatMap((one) => {
      const { from: first, to: last } = one;
      if (first.day > to.day || last.day < from.day) return [one];
      if (last === never && first.day !== from.day) return [one];
      if (first.day > ownDay || first.day >= from.day) return [];
      return [{ ...one, to: { day: from.day - 1, dueMs: from.dueMs } }];
    });
    leaves.push(leave);
    return;
  }

  /** The employments that have a day, by their starts. */
  function dated() {
    return all
      .filter((e) => lastDayOf(e) >= e.start.day)
      .sort((one, other) => one.start.day - other.start.day);
  }

  /** The employment of the first day of a leave, else the next one that was known when the leave was said. */
  function employmentOf({ from, to, by, known }: Leave) {
    const on = Math.max(from.day, by.ownDay);
    const e = dated().find((one) =>
      one.start.day <= on ? on <= lastDayOf(one) : all.indexOf(one) < known,
    );
    return e && to.day >= Math.max(on, e.start.day) ? e : undefined;
  }

  /** Employments without a free day between them join. */
  function chainsNow(): Employment[][] {
    const chains: Employment[][] = [];
    for (const e of dated())
      if (chains.at(-1)?.some((one) => e.start.day <= lastDayOf(one) + 1))
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
    const isNow = (from: Named, to: Named) =>
      from.dueMs <= nowMs && nowMs < to.dueMs;
    const now = chains.filter((chain) => {
      const last = all.findLast((e) => chain.includes(e))!;
      return isNow(chain[0]!.start, last.end ?? nextStart(last));
    });
    const isSuspended = leaves.some((one) => {
      const e = employmentOf(one);
      return e && now.flat().includes(e) && isNow(one.from, one.to);
    });
    if (now[0]) return { is: isSuspended ? "suspended" : "enabled" };
    // The newest end counts, unless a withdrawal was said later.
    let end: End | undefined;
    for (const e of all)
      if (e.end && !isWithdrawn(e))
        if (e.end.dueMs <= nowMs || !dated().includes(e)) end = e.end;
    for (const e of all)
      if (isWithdrawn(e) && !(end && end.by.atMs > e.end!.by.atMs)) end = e.end;
    return end ? { is: "ended", terms: end.termsBy.terms } : { is: "absent" };
  }
}

/** What a statement says: two statements with one text say the same. */
function textOf(said: Word): string {
  const { kind } = said;
  if (kind === "hired") return `hired ${said.start?.day}`;
  if (kind === "suspended")
    return `suspended ${said.from?.day} ${said.until?.day}`;
  if (kind !== "terminated") return said.id;
  return `terminated ${said.lastDay?.day ?? termsOf(said)}`;
}

/** A statement about a matter ends what an operator ruled out about the same matter. */
function matterOf({ kind }: Word) {
  if (kind === "suspended" || kind === "resumed") return "suspension";
  return kind === "changed" ? "change" : "employment";
}
