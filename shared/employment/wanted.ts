import {
  type Chain,
  chainsOf,
  hasCome,
  type Holds,
  isRuled,
  isWithdrawn,
  untilMsOf,
} from "./holds.ts";
import type { SeenPerson, Wanted } from "./move.ts";
import { deletionOf } from "./next-move.ts";
import { compareStatements, latestOf } from "./order.ts";

type State = Omit<Wanted, "rulings" | "fields" | "createWith" | "lookAgainMs">;

/** What the person should be at an instant, and when that can change if nothing is said. */
export function wanted(holds: Holds, nowMs: number): Wanted {
  const { employments, fields, rulings } = holds;
  const chain = chainsOf(employments).find(
    ({ from, last }) =>
      hasCome(from, nowMs) && nowMs < untilMsOf(last, employments),
  );
  const due = fields.filter((one) => hasCome(one, nowMs));
  const lookAgainMs = nextAfter(instantsOf(holds), nowMs);
  return {
    ...(chain ? within(holds, chain, nowMs) : outside(holds, nowMs)),
    rulings,
    fields: latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    createWith: latestOf(due),
    ...(lookAgainMs < Infinity && { lookAgainMs }),
  };
}

/** When something changes next for an operation if nothing is said. Infinity: never. */
export function nextInstant(
  holds: Holds,
  now: Wanted,
  person: SeenPerson,
  nowMs: number,
): number {
  const fields = holds.fields.filter(
    // A field is written to a person who has access then.
    ({ dueMs }) => dueMs > nowMs && wanted(holds, dueMs).is === "enabled",
  );
  const instants = instantsOf({ ...holds, fields });
  if (now.is === "deleted" && person.is === "disabled")
    instants.push(deletionOf(now, person).dueMs);
  return nextAfter(instants, nowMs);
}

function nextAfter(instants: number[], nowMs: number): number {
  return Math.min(...instants.filter((instantMs) => instantMs > nowMs));
}

/** The instants at which something that was said falls due. */
function instantsOf({ employments, suspensions, fields }: Holds): number[] {
  return [
    ...employments
      .filter((one) => !isWithdrawn(one))
      .flatMap(({ start, end }) => [start, end]),
    ...suspensions.flatMap(({ from, until }) => [from, until]),
    ...fields.filter(({ isForCreation }) => !isForCreation),
  ].flatMap((one) => one?.dueMs ?? []);
}

/** An employment goes on: the person has access, unless a suspension holds. */
function within(holds: Holds, chain: Chain, nowMs: number): State {
  const suspension = holds.suspensions.find(
    ({ from, until }) =>
      chain.from.day <= from.day &&
      hasCome(from, nowMs) &&
      !(until && hasCome(until, nowMs)),
  );
  if (suspension) {
    const because = suspension.word.id;
    return { is: "disabled", because, reason: "suspension" };
  }
  const current = chain.all.findLast(({ start }) => hasCome(start, nowMs));
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
