import { dayMs } from "../durations.ts";
import {
  type Chain,
  chainsOf,
  type FieldTime,
  hasCome,
  type Timeline,
  isRuled,
  isWithdrawn,
} from "./timeline.ts";
import type { SeenPerson, Wanted } from "./move.ts";
import { deletionOf } from "./next-move.ts";
import { compareStatements, latestOf } from "./order.ts";
import type { Named } from "./statement.ts";

type State = Pick<
  Wanted,
  "is" | "because" | "reason" | "graceDays" | "undecided"
>;

/** What the person should be at an instant, and when that can change if nothing is said. */
export function wanted(timeline: Timeline, nowMs: number): Wanted {
  const { employments, fields, rulings } = timeline;
  const chains = chainsOf(employments);
  const chain = chains.find(
    ({ from, last }) => hasCome(from, nowMs) && !hasCome(last, nowMs),
  );
  const next = chain ? undefined : nextStart(timeline, chains, nowMs);
  const due = (atMs: number) => fields.filter((one) => hasCome(one, atMs));
  const lookAgain = nextAfter(instantsOf(timeline), nowMs);
  return {
    ...(chain
      ? stateWithin(timeline, chain, nowMs)
      : stateOutside(timeline, nowMs)),
    rulings,
    ...(next && { next }),
    fields: latestOf(due(nowMs).filter(({ isForCreation }) => !isForCreation)),
    createWith: latestOf(due(next?.isNear ? next.startMs : nowMs)),
    ...(lookAgain && { lookAgainMs: lookAgain.dueMs }),
  };
}

/** When something that was said falls due, and by which statement. */
type Instant = Pick<Named, "dueMs"> & { by: string };

/** When something changes next for an operation if nothing is said. Undefined: never. */
export function nextInstant(
  timeline: Timeline,
  now: Wanted,
  person: SeenPerson,
  nowMs: number,
): Instant | undefined {
  // A change to come counts only if it is written at its time: the person then has access, or is created ahead.
  const fields = timeline.fields.filter((one) => {
    const then = wanted(timeline, one.dueMs);
    const isHere = then.is === "enabled" || then.next?.isNear;
    return isHere && then.fields.includes(one);
  });
  const instants = instantsOf({ ...timeline, fields });
  const { because: by } = now;
  if (now.is === "deleted" && person.is === "disabled" && by !== undefined)
    instants.push({ ...deletionOf(now, person), by });
  return nextAfter(instants, nowMs);
}

/** The fields of the persons who may be created: now, and at each start to come. */
export function fieldsOfNext(timeline: Timeline, nowMs: number): FieldTime[] {
  const starts = timeline.employments
    .map(({ start }) => start)
    .filter((start) => !hasCome(start, nowMs));
  return [{ dueMs: nowMs }, ...starts].flatMap(({ dueMs }) => {
    const { is, reason, createWith } = wanted(timeline, dueMs);
    const isEmployed = is === "enabled" || reason === "suspension";
    return isEmployed ? createWith : [];
  });
}

function nextAfter(instants: Instant[], nowMs: number): Instant | undefined {
  return instants
    .filter(({ dueMs }) => dueMs > nowMs)
    .sort((one, other) => one.dueMs - other.dueMs)[0];
}

function instantsOf(timeline: Timeline): Instant[] {
  const { employments, suspensions, fields } = timeline;
  const begun = employments.filter((one) => !isWithdrawn(one));
  return [
    ...begun.flatMap(({ start, startBy: { id: by } }) =>
      [creationOf(start, timeline), start].map((one) => ({ ...one, by })),
    ),
    ...begun.flatMap(({ end }) => (end ? { ...end, by: end.word.id } : [])),
    ...suspensions.flatMap(({ from, until, word: { id: by } }) =>
      [from, until].flatMap((one) => (one ? { ...one, by } : [])),
    ),
    ...fields,
  ];
}

function nextStart(
  timeline: Timeline,
  chains: Chain[],
  nowMs: number,
): Wanted["next"] {
  const next = chains.find(({ from }) => !hasCome(from, nowMs));
  if (!next) return undefined;
  const { by, from } = next;
  const isNear = hasCome(creationOf(from, timeline), nowMs);
  return { by, startMs: from.dueMs, isNear };
}

/** When the person of a start is to be created. */
export function creationOf({ dueMs }: Named, { createDaysBefore }: Timeline) {
  return { dueMs: dueMs - createDaysBefore * dayMs };
}

/** An employment goes on: the person has access, unless they are suspended. */
function stateWithin(timeline: Timeline, chain: Chain, nowMs: number): State {
  const suspension = timeline.suspensions.find(
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
  const asked = timeline.verdicts.get(current?.undecided?.id ?? "");
  return {
    is: "enabled",
    ...(current && { because: current.startBy.id }),
    ...(asked?.is === "needs-decision" && { undecided: asked.because }),
  };
}

/** The newest end says what becomes of the person, unless a withdrawal was said later. */
function stateOutside(
  { employments, rulings }: Timeline,
  nowMs: number,
): State {
  const ended = employments
    .filter((one) => !isWithdrawn(one))
    .findLast(({ end }) => end && hasCome(end, nowMs));
  const [end] = [ended, ...employments.filter(isWithdrawn)]
    .flatMap((one) => one?.end ?? [])
    .sort((one, other) => compareStatements(other.word, one.word));
  const [next] = employments;
  if (!end) return { is: "absent", ...(next && { because: next.startBy.id }) };
  const { word, termsBy } = end;
  const { id: because } = word;
  const { terms } = termsBy;
  const isNow = isRuled({ rulings }, because, "delete-now");
  const isKept =
    terms.disposition === "disable" ||
    [word, termsBy].some(({ id }) => isRuled({ rulings }, id, "kept"));
  return {
    is: isKept ? "disabled" : "deleted",
    because,
    reason: ended?.id ?? "withdrawal",
    graceDays: isNow ? 0 : terms.graceDays,
  };
}
