import { dayMs, hourMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { FieldTime } from "./holds.ts";
import type { Limits, Move, Person, Wanted } from "./move.ts";
import type { Limit } from "./statement.ts";

/** A change of these fields is a rename. */
const names: readonly string[] = ["/username", "/email"];

const heldBy = {
  disable: "disable-limit",
  delete: "deletion-limit",
  rename: "rename-limit",
} as const satisfies Record<Limit, ReasonCode>;

/** The one next thing to do, so that the person becomes what is wanted. */
export function nextMove(
  wanted: Wanted,
  person: Person,
  limits: Limits,
  nowMs: number,
): Move {
  const ask = (limit: Limit): Move | undefined =>
    heldOrAsked(limit, wanted, limits, nowMs);
  switch (person.is) {
    case "unsure":
      return { do: wanted.isConfirmedGone ? "erase" : "confirm" };
    case "being-deleted":
      return { do: "delete" };
    case "none":
      return toAccess(wanted, { do: "create", fields: wanted.createWith });
    case "gone":
      if (person.holdsData) return { do: "erase" };
      return toAccess(wanted, { do: "create", fields: wanted.createWith });
    case "enabled":
      if (wanted.is === "enabled") return change(wanted, person.fields, ask);
      return ask("disable") ?? disable(wanted);
    case "disabled":
      if (wanted.is === "enabled") return toAccess(wanted, { do: "enable" });
      if (wanted.is === "absent") return rest(wanted);
      if (wanted.reason !== person.for) return disable(wanted);
      return whileDisabled(wanted, person, ask, nowMs);
  }
}

/** Nobody gets access while an end needs a decision. */
function toAccess(wanted: Wanted, move: Move): Move {
  if (wanted.is !== "enabled") return rest(wanted);
  const { undecided } = wanted;
  return undecided ? { do: "nothing", because: undecided } : move;
}

/** Grace counts from when we saw the person disabled for this end. Who is kept is not changed any more. */
function whileDisabled(
  wanted: Wanted,
  { sinceMs, fields }: Extract<Person, { is: "disabled" }>,
  ask: (limit: Limit) => Move | undefined,
  nowMs: number,
): Move {
  if (wanted.is === "disabled")
    return wanted.reason === "suspension"
      ? change(wanted, fields, ask)
      : rest(wanted);
  const deleteAtMs = sinceMs + (wanted.graceDays ?? 0) * dayMs;
  if (nowMs >= deleteAtMs) return ask("delete") ?? { do: "delete" };
  const lookAgainMs = Math.min(deleteAtMs, wanted.lookAgainMs ?? deleteAtMs);
  return change({ ...wanted, lookAgainMs }, fields, ask);
}

function disable({ reason = "not-begun" }: Wanted): Move {
  return { do: "disable", for: reason };
}

/** Writes the fields of which a later statement counts than the one whose value the person has. */
function change(
  wanted: Wanted,
  has: readonly FieldTime[],
  ask: (limit: Limit) => Move | undefined,
): Move {
  const fields = wanted.fields.filter((entry) => {
    const old = has.find(({ field }) => field === entry.field);
    if (old === undefined || old.day !== entry.day)
      return old === undefined || old.day < entry.day;
    return old.by !== entry.by && old.atMs <= entry.atMs;
  });
  if (fields.length === 0) return rest(wanted);
  const isRename = fields.some(({ field }) => names.includes(field));
  return (isRename ? ask("rename") : undefined) ?? { do: "change", fields };
}

/** A limit is asked at the move. It holds until a ruling releases it, and its pass is good for an hour. */
function heldOrAsked(
  limit: Limit,
  { released }: Wanted,
  limits: Limits,
  nowMs: number,
): Move | undefined {
  if (released.includes(limit)) return undefined;
  const last = limits[limit];
  if (last?.answer === "hold") return { do: "nothing", because: heldBy[limit] };
  if (last !== undefined && nowMs < last.atMs + hourMs) return undefined;
  return { do: "ask", limit };
}

function rest({ lookAgainMs }: Wanted): Move {
  return lookAgainMs === undefined
    ? { do: "nothing" }
    : { do: "wait", untilMs: lookAgainMs };
}
