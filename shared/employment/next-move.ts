import { dayMs, hourMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { type FieldTime, isRuled, isUnknown, nameFields } from "./timeline.ts";
import type { LimitAnswers, Move, SeenPerson, Wanted } from "./move.ts";
import { compareFields } from "./order.ts";
import type { Limit, Named } from "./statement.ts";

/** The name of each limit, which is also the reason of an operation that it holds. */
export const limitName = {
  disable: "disable-limit",
  delete: "deletion-limit",
  rename: "rename-limit",
} as const satisfies Record<Limit, ReasonCode>;

/** The move that comes first because of a limit. Undefined: the limit lets the statement `by` pass. */
type Ask = (limit: Limit, by?: string) => Move | undefined;

/** The one next thing to do, so that the person becomes what is wanted. */
export function nextMove(
  wanted: Wanted,
  person: SeenPerson,
  limits: LimitAnswers,
  nowMs: number,
): Move {
  const ask: Ask = (limit, by = "") => {
    // A decision that a newer version has stored may forbid to disable, to delete or to rename.
    if (wanted.rulings.get(by)?.some(isUnknown))
      return { do: "nothing", because: "payload-too-new" };
    if (isReleased(wanted, by, limit, nowMs)) return undefined;
    const last = limits[limit];
    if (last?.answer === "hold")
      return { do: "nothing", because: limitName[limit] };
    if (last && nowMs < last.atMs + hourMs) return undefined;
    return { do: "ask", limit };
  };
  switch (person.is) {
    case "unsure": {
      const about = person.of === "delete" ? person.because : "";
      const isGone = isRuled(wanted, about, "confirmed-gone");
      return { do: isGone ? "erase" : "confirm" };
    }
    case "being-deleted":
      return { do: "delete" };
    case "gone":
      return person.holdsData ? { do: "erase" } : create(wanted);
    case "none":
      return create(wanted);
    case "created":
      return beforeStart(wanted, person, ask);
    case "enabled":
      if (wanted.is === "enabled") return change(wanted, person.fields, ask);
      return ask("disable", wanted.because) ?? disable(wanted);
    case "disabled":
      if (wanted.is === "enabled") return toAccess(wanted, { do: "enable" });
      if (wanted.reason && wanted.reason !== person.for) return disable(wanted);
      return moveWhileDisabled(wanted, person, ask, nowMs);
  }
}

/** Whether an operator, or a plan, lets a statement pass a limit. */
export function isReleased(
  wanted: Pick<Wanted, "rulings">,
  by: string,
  limit: Limit,
  nowMs: number,
): boolean {
  return (
    isRuled(wanted, by, "delete-now") ||
    isRuled(wanted, by, "released", limit, nowMs) ||
    isRuled(wanted, by, "granted", limit, nowMs)
  );
}

function create(wanted: Wanted): Move {
  const { createWith: fields, next } = wanted;
  return next?.isNear
    ? { do: "create", fields, before: next.by }
    : toAccess(wanted, { do: "create", fields });
}

/** A person who never had access needs no grace period, and stays while an employment is to come. */
function beforeStart(
  wanted: Wanted,
  { by, fields }: Extract<SeenPerson, { is: "created" }>,
  ask: Ask,
): Move {
  if (wanted.is === "enabled") return toAccess(wanted, { do: "enable" });
  if (wanted.next || wanted.is === "disabled")
    return change(wanted, fields, ask);
  return deletePerson(wanted, wanted.because ?? by, fields, ask);
}

/** A person gets no access while an end needs a decision. */
function toAccess(wanted: Wanted, move: Move): Move {
  if (wanted.is !== "enabled") return idleMove(wanted);
  const { undecided } = wanted;
  return undecided ? { do: "nothing", because: undecided } : move;
}

/** Grace counts from when we saw the person disabled for this end. */
function moveWhileDisabled(
  wanted: Wanted,
  person: Extract<SeenPerson, { is: "disabled" }>,
  ask: Ask,
  nowMs: number,
): Move {
  const { fields } = person;
  if (wanted.is !== "deleted") return change(wanted, fields, ask);
  const { dueMs } = deletionOf(wanted, person);
  if (dueMs <= nowMs) return deletePerson(wanted, wanted.because, fields, ask);
  const lookAgainMs = Math.min(dueMs, wanted.lookAgainMs ?? dueMs);
  return change({ ...wanted, lookAgainMs }, fields, ask);
}

/** The deletion can be taken back while a limit holds it, so the person is changed meanwhile. */
function deletePerson(
  wanted: Wanted,
  because: string | undefined,
  fields: readonly FieldTime[],
  ask: Ask,
): Move {
  const asked = ask("delete", because) ?? { do: "delete" };
  if (asked.do !== "nothing") return asked;
  const move = change(wanted, fields, ask);
  return move.do === "change" || move.do === "ask" ? move : asked;
}

/** When a person who is disabled is to be deleted. */
export function deletionOf(
  { graceDays = 0 }: Wanted,
  { sinceMs }: { sinceMs: number },
): Pick<Named, "dueMs"> {
  return { dueMs: sinceMs + graceDays * dayMs };
}

function disable({ reason = "not-begun" }: Wanted): Move {
  return { do: "disable", for: reason };
}

/** Writes the fields that are not as wanted. If a limit holds a rename, the other fields are written all the same. */
function change(wanted: Wanted, has: readonly FieldTime[], ask: Ask): Move {
  const held = new Map<FieldTime, Move>();
  for (const rename of renamesOf(wanted, has)) {
    const move = ask("rename", rename.by);
    if (move?.do === "ask") return move;
    if (move) held.set(rename, move);
  }
  const fields = unwrittenFields(wanted, has).filter((one) => !held.has(one));
  if (fields.length > 0) return { do: "change", fields };
  const [move = idleMove(wanted)] = held.values();
  return move;
}

/** The names among the fields that are not as wanted. */
export function renamesOf(
  wanted: Wanted,
  has: readonly FieldTime[],
): FieldTime[] {
  return unwrittenFields(wanted, has).filter(({ field }) =>
    nameFields.includes(field),
  );
}

/** The wanted fields that the person does not have, or has from a statement that counts less. */
export function unwrittenFields(
  wanted: Wanted,
  has: readonly FieldTime[],
): FieldTime[] {
  return wanted.fields.filter((entry) => {
    const old = has.find(({ field }) => field === entry.field);
    if (old === undefined) return true;
    const order = compareFields(entry, old);
    return order > 0 || (order === 0 && old.by !== entry.by);
  });
}

function idleMove({ lookAgainMs }: Wanted): Move {
  return lookAgainMs === undefined
    ? { do: "nothing" }
    : { do: "wait", untilMs: lookAgainMs };
}
