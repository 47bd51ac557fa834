import {
  type Employment,
  hasCome,
  type Holds,
  isRuled,
  isWithdrawn,
  lastDayOf,
  nextOf,
} from "./holds.ts";
import type { Wanted } from "./move.ts";
import { compareStatements, latestOf } from "./order.ts";
import type { Day, Named } from "./statement.ts";

/** Employments without a free day between them. */
type Chain = { all: Employment[]; from: Named; lastDay: Day; untilMs: number };

type State = Omit<Wanted, "rulings" | "fields" | "createWith" | "lookAgainMs">;

/** What the person should be at an instant, and when that can change if nothing is said. */
export function wanted(holds: Holds, nowMs: number): Wanted {
  const { employments, fields, rulings } = holds;
  const chain = chainsOf(employments).find(
    ({ from, untilMs }) => from.dueMs <= nowMs && nowMs < untilMs,
  );
  const due = fields.filter((one) => hasCome(one, nowMs));
  const lookAgainMs = Math.min(...changesAfter(nowMs, holds));
  return {
    ...(chain ? within(holds, chain, nowMs) : outside(holds, nowMs)),
    rulings,
    fields: latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    createWith: latestOf(due),
    ...(lookAgainMs < Infinity && { lookAgainMs }),
  };
}

/** The instants at which something that was said falls due. */
export function changesAfter(
  nowMs: number,
  { employments, suspensions, fields }: Omit<Holds, "verdicts" | "rulings">,
): number[] {
  const instants: number[] = [];
  const add = (one?: Pick<Named, "dueMs">): void => {
    if (one && !hasCome(one, nowMs)) instants.push(one.dueMs);
  };
  for (const { start, end } of employments) [start, end].forEach(add);
  for (const { from, until } of suspensions) [from, until].forEach(add);
  fields.forEach(add);
  return instants;
}

/** An employment goes on: the person has access, unless a suspension holds. */
function within(holds: Holds, chain: Chain, nowMs: number): State {
  const suspension = holds.suspensions
    .filter(({ from }) => chain.from.day <= from.day)
    .filter(({ from }) => from.day <= chain.lastDay && from.dueMs <= nowMs)
    .find(({ until }) => !until || nowMs < until.dueMs);
  if (suspension) {
    const because = suspension.word.id;
    return { is: "disabled", because, reason: "suspension" };
  }
  const current = chain.all.findLast(({ start }) => start.dueMs <= nowMs);
  const asked = holds.verdicts.get(current?.undecided?.id ?? "");
  return {
    is: "enabled",
    ...(current && { because: current.startBy.id }),
    ...(asked?.is === "needs-decision" && { undecided: asked.because }),
  };
}

/** The newest end says what becomes of the person, unless a withdrawal was said later. */
function outside({ employments, rulings }: Holds, nowMs: number): State {
  const ended = employments
    .filter((one) => !isWithdrawn(one))
    .findLast(({ start, end }) =>
      end ? end.day < start.day || end.dueMs <= nowMs : false,
    );
  const [word] = [ended, ...employments.filter(isWithdrawn)]
    .flatMap((one) => one?.end?.word ?? [])
    .sort((one, other) => compareStatements(other, one));
  const [next] = employments;
  if (!word) return { is: "absent", ...(next && { because: next.startBy.id }) };
  const { id: because, terms } = word;
  const isNow = isRuled({ rulings }, because, "delete-now");
  const isKept =
    terms.disposition === "disable" || isRuled({ rulings }, because, "kept");
  return {
    is: isKept ? "disabled" : "deleted",
    because,
    reason: ended?.id ?? "withdrawal",
    graceDays: isNow ? 0 : terms.graceDays,
  };
}

/** The employments that have at least one day, joined. */
function chainsOf(employments: readonly Employment[]): Chain[] {
  const chains: Chain[] = [];
  const withDays = employments
    .filter((one) => lastDayOf(one, employments) >= one.start.day)
    .sort((one, other) => one.start.day - other.start.day);
  for (const one of withDays) {
    const { start: from, end } = one;
    const next = nextOf(one, employments);
    const until = {
      lastDay: lastDayOf(one, employments),
      untilMs: end?.dueMs ?? next?.start.dueMs ?? Infinity,
    };
    const chain = chains.at(-1);
    if (chain && from.day <= chain.lastDay + 1)
      Object.assign(chain, { all: [...chain.all, one], ...until });
    else chains.push({ all: [one], from, ...until });
  }
  return chains;
}
