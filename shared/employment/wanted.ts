import {
  type Employment,
  type FieldTime,
  type Holds,
  isRuled,
  isWithdrawn,
  lastDayOf,
  nextOf,
} from "./holds.ts";
import type { Wanted } from "./move.ts";
import { compareStatements } from "./order.ts";
import type { Day, Named } from "./statement.ts";

/** Employments without a free day between them. */
type Chain = { all: Employment[]; from: Named; lastDay: Day; untilMs: number };

type State = Omit<Wanted, "rulings" | "fields" | "createWith" | "lookAgainMs">;

/** What the person should be at an instant, and when that can change if nothing is said. */
export function wanted(holds: Holds, nowMs: number): Wanted {
  const chain = chainsOf(holds.employments).find(
    ({ from, untilMs }) => from.dueMs <= nowMs && nowMs < untilMs,
  );
  const state = chain ? within(holds, chain, nowMs) : outside(holds, nowMs);
  const later = [
    ...holds.employments.flatMap(({ start, end }) => [start, end ?? start]),
    ...holds.suspensions.flatMap(({ from, until }) => [from, until ?? from]),
    ...holds.fields,
  ].flatMap(({ dueMs }) => (dueMs > nowMs ? dueMs : []));
  const due = holds.fields.filter(({ dueMs }) => dueMs <= nowMs);
  return {
    ...state,
    rulings: holds.rulings,
    fields: latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    createWith: latestOf(due),
    ...(later.length > 0 && { lookAgainMs: Math.min(...later) }),
  };
}

/** An employment goes on: the person has access, unless a suspension holds. */
function within(holds: Holds, chain: Chain, nowMs: number): State {
  const suspension = holds.suspensions.find(
    ({ from, until }) =>
      chain.from.day <= from.day &&
      from.day <= chain.lastDay &&
      from.dueMs <= nowMs &&
      nowMs < (until?.dueMs ?? Infinity),
  );
  if (suspension !== undefined)
    return {
      is: "disabled",
      because: suspension.word.id,
      reason: "suspension",
    };
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
  const isOver = ({ start, end }: Employment): boolean =>
    !!end && (end.day < start.day || end.dueMs <= nowMs);
  const ended = employments.findLast((one) => isOver(one) && !isWithdrawn(one));
  const [word] = [ended, ...employments.filter(isWithdrawn)]
    .flatMap((one) => one?.end?.word ?? [])
    .sort((one, other) => compareStatements(other, one));
  if (word === undefined) return { is: "absent" };
  const { id: because, terms } = word;
  const isKept =
    terms.disposition === "disable" || isRuled({ rulings }, because, "kept");
  return {
    is: isKept ? "disabled" : "deleted",
    because,
    reason: ended?.id ?? "withdrawal",
    graceDays: isRuled({ rulings }, because, "delete-now")
      ? 0
      : terms.graceDays,
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
    const lastDay = lastDayOf(one, employments);
    const next = nextOf(one, employments);
    const untilMs = end?.dueMs ?? next?.start.dueMs ?? Infinity;
    const chain = chains.at(-1);
    if (!chain || from.day > chain.lastDay + 1)
      chains.push({ all: [one], from, lastDay, untilMs });
    else Object.assign(chain, { all: [...chain.all, one], lastDay, untilMs });
  }
  return chains;
}

/** Of each field, the entry of the later day; on the same day, the one that was said later. */
function latestOf(fields: readonly FieldTime[]): FieldTime[] {
  const latest = new Map<string, FieldTime>();
  for (const entry of fields)
    if (entry.day >= (latest.get(entry.field)?.day ?? -Infinity))
      latest.set(entry.field, entry);
  return [...latest.values()];
}
