import type { Employment, FieldTime, Holds } from "./holds.ts";
import type { Wanted } from "./move.ts";
import type { Limit } from "./statement.ts";
import { chainsOf, type Chain } from "./timeline.ts";

/** What the person should be at an instant, and when that can change if nothing is said. */
export function wanted(holds: Holds, nowMs: number): Wanted {
  const chain = chainsOf(holds.employments).find(
    ({ from, untilMs }) => from.dueMs <= nowMs && nowMs < untilMs,
  );
  const state = chain ? within(holds, chain, nowMs) : outside(holds, nowMs);
  const lookAgainMs = dueTimesOf(holds).filter((dueMs) => dueMs > nowMs);
  const due = holds.fields.filter(({ dueMs }) => dueMs <= nowMs);
  return {
    ...state,
    ...releasedBy(holds, state.because),
    fields: latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    createWith: latestOf(due),
    ...(lookAgainMs.length > 0 && { lookAgainMs: Math.min(...lookAgainMs) }),
  };
}

type State = Pick<
  Wanted,
  "is" | "because" | "reason" | "graceDays" | "undecided"
>;

/** An employment goes on: the person has access, unless a suspension holds. */
function within(holds: Holds, chain: Chain, nowMs: number): State {
  const current = chain.employments.findLast(
    ({ start }) => start.dueMs <= nowMs,
  );
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
      because: suspension.id,
      reason: "suspension",
    };
  const verdict = holds.verdicts.get(current?.undecided?.by ?? "");
  return {
    is: "enabled",
    ...(current && { because: current.startBy }),
    ...(verdict?.is === "needs-decision" && { undecided: verdict.because }),
  };
}

/** The latest end or withdrawal says what becomes of the person. */
function outside({ employments }: Holds, nowMs: number): State {
  const ended = employments.filter((one) => isOver(one, nowMs));
  const last = ended.at(-1)?.end;
  if (last === undefined) return { is: "absent" };
  const lost = ended.findLast(({ isWithdrawn }) => !isWithdrawn) ?? ended[0];
  const { by: because, terms } = last;
  return {
    is: terms.disposition === "delete" ? "deleted" : "disabled",
    because,
    ...(lost && { reason: lost.id }),
    graceDays: terms.graceDays,
  };
}

function isOver(
  { start, end, isWithdrawn }: Employment,
  nowMs: number,
): boolean {
  return (
    end !== undefined &&
    (isWithdrawn || end.day < start.day || end.dueMs <= nowMs)
  );
}

/** What operators have allowed for the statement from which it follows. */
function releasedBy(
  { rulings }: Holds,
  because: string | undefined,
): Pick<Wanted, "released" | "isConfirmedGone"> {
  const about = rulings.get(because ?? "") ?? [];
  const released = about.flatMap((ruling): Limit[] => {
    if (ruling.ruling === "delete-now") return ["disable", "delete"];
    return ruling.ruling === "released" && ruling.limit ? [ruling.limit] : [];
  });
  const isConfirmedGone = about.some(
    ({ ruling }) => ruling === "confirmed-gone",
  );
  return { released, isConfirmedGone };
}

/** Of each field, the entry of the later day; on the same day, the one that was said later. */
export function latestOf(fields: readonly FieldTime[]): FieldTime[] {
  const byField = Map.groupBy(fields, ({ field }) => field);
  return [...byField.values()].map((entries) =>
    entries.reduce((latest, entry) =>
      latest.day > entry.day ? latest : entry,
    ),
  );
}

function dueTimesOf({ employments, suspensions, fields }: Holds): number[] {
  return [
    ...employments.flatMap(({ start, end }) => [start, end]),
    ...suspensions.flatMap(({ from, until }) => [from, until]),
    ...fields,
  ].flatMap((due) => due?.dueMs ?? []);
}
