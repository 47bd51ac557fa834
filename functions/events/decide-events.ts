import { timelineOf } from "../../shared/employment/timeline-of.ts";
import { type Timeline, standingOf } from "../../shared/employment/timeline.ts";
import type { SeenPerson } from "../../shared/employment/move.ts";
import { say } from "../../shared/employment/say.ts";
import type {
  Day,
  Statement,
  Verdict,
  Word,
  WordOf,
} from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import type { EventCaller } from "../../shared/rights-of-caller.ts";
import type { RuleSettings } from "./config.ts";
import {
  dayOf,
  type SaidData,
  wordOfCaller,
} from "../../shared/person/word-of-event.ts";

/** What the current state of a record says, as the map of the lookup derives it. */
export type CurrentRecord = {
  type:
    | "employee.hired"
    | "employee.terminated"
    | "employee.suspended"
    /** The record only says that no last day is planned. */
    | "employee.termination_cancelled";
  /** The days that the record names, whatever its type. */
  data: SaidData;
  /** The record names a last day that is not over. */
  isAhead: boolean;
  /** Without a last day in the record, none is planned. False: the record may hide one from us. */
  withdraws: boolean;
  caller: EventCaller;
  /** The event time of its first event. Each of the next ones is a millisecond later. */
  atMs: number;
};

/** The statements about the employee of a record, and the person as we saw them last. */
type Known = {
  statements: readonly Statement[];
  person: SeenPerson;
  settings: RuleSettings;
  nowMs: number;
};

export type DecidedType =
  CurrentRecord["type"] | "employee.changed" | "employee.resumed";

/** The decision so far: the events, and the statements with those of these events. */
type Draft = Known & { record: CurrentRecord; types: DecidedType[] };

/**
 * Decides which events a record means (the table of decision 23): the events that change something by the rules of the
 * employment. No caller takes back what another caller said. No type of event comes twice.
 *
 * @returns `rehire-unclear` if the source employs an employee again and names no later start date, and the person was
 *   deleted because of this caller
 */
export function decideEvents(
  record: CurrentRecord,
  known: Known,
): DecidedType[] | "rehire-unclear" {
  const draft: Draft = { ...known, record, types: [] };
  if (hasLeftAsKnown(draft)) return [];
  switch (record.type) {
    case "employee.hired": {
      const next = hireOrChange(withdraw(draft));
      return next?.types ?? "rehire-unclear";
    }
    case "employee.terminated": {
      const next = record.isAhead ? hireOrChange(draft) : draft;
      return next ? terminate(next).types : "rehire-unclear";
    }
    case "employee.suspended": {
      const stays = record.isAhead ? draft : withdraw(draft);
      const suspended = addIfNew(stays, "employee.suspended");
      return (record.isAhead ? terminate(suspended) : suspended).types;
    }
    case "employee.termination_cancelled":
      return withdraw(draft).types;
  }
}

/** Whether an employment goes on, or is to come. */
export function isEmployed({ employments: all }: Timeline, day: Day): boolean {
  return all.some((one) => standingOf(one, all, day) !== "over");
}

/**
 * Whether the record says nothing new about an employee who has left because of this caller. The source may still show
 * another status for some time: its day ends in another zone, or it changes the status at night.
 */
function hasLeftAsKnown(draft: Draft): boolean {
  const { record, person } = draft;
  if (isHere(draft) || !hasEnd(draft)) return false;
  // The record does not show its last day any more.
  if (record.data.lastDay === undefined)
    return !isGone(person) && isEndOfCaller(draft) && hidesLastDay(draft);
  const verdict = foresee(draft, "employee.terminated");
  return !record.isAhead && repeatsCaller(draft, verdict);
}

/** Adds a hire, or a change of an employee who is employed. Undefined if it is unclear whether a rehire is meant. */
function hireOrChange(draft: Draft): Draft | undefined {
  const { record, person } = draft;
  const isStartNamed = record.data.startDate !== undefined;
  const mayUpdate = record.caller.scopes.includes("update");
  const hired = foresee(draft, "employee.hired");
  const beginsOne = hired.is !== "repeats" && hired.is !== "overtaken";
  // Until the person is deleted, a record without a start date is about the employment that has ended.
  if (beginsOne && (isStartNamed || !isInGrace(draft))) {
    // The employment before has an end, so the record neither resumes nor changes it.
    if (takenBack(draft).length > 0) return add(draft, "employee.hired");
    const next = add(resume(draft), "employee.hired");
    return mayUpdate && opensAnother(draft)
      ? add(next, "employee.changed")
      : next;
  }
  if (isHere(draft) || isInGrace(draft))
    return add(
      resume(draft),
      mayUpdate ? "employee.changed" : "employee.hired",
    );
  // An earlier hire, which this one would repeat, has asked an operator already.
  const isAsked = !isStartNamed && hired.is === "repeats";
  const isUnclear = isGone(person) && isEndOfCaller(draft) && !isAsked;
  return isUnclear ? undefined : draft;
}

/** Adds a termination, if the record says more about the end than is known. */
function terminate(draft: Draft): Draft {
  const { lastDay } = draft.record.data;
  const hasLeft = !isHere(draft);
  if (hasLeft && isGone(draft.person)) return draft;
  // Without a last day, the record does not change an end of this caller that is over, or that it may hide.
  const isKept = lastDay === undefined && (hasLeft || hidesLastDay(draft));
  if (isKept && isEndOfCaller(draft)) return draft;
  return addIfNew(draft, "employee.terminated");
}

/** Adds a cancellation, if this caller has planned an end that the record no longer has. */
function withdraw(draft: Draft): Draft {
  const type = "employee.termination_cancelled";
  const isDue = hasEnd(draft) && isEndOfCaller(draft) && !hidesLastDay(draft);
  return isDue && foresee(draft, type).is === "in-force"
    ? add(draft, type)
    : draft;
}

/** Adds a resumption, if this caller has suspended, unless the suspension lasts until the last day of a leaver. */
function resume(draft: Draft): Draft {
  const verdict = foresee(draft, "employee.resumed");
  const ended = verdict.is === "in-force" ? (verdict.ends ?? []) : [];
  const timeline = timelineWithLastDay(draft);
  const isUntilTheEnd = timeline.suspensions.some(
    ({ word, until }) =>
      ended.includes(word.id) &&
      until !== undefined &&
      // When this suspension ends, the employee has left.
      wanted(timeline, until.dueMs).is !== "enabled",
  );
  return ended.length > 0 && areOfCaller(draft, ended) && !isUntilTheEnd
    ? add(draft, "employee.resumed")
    : draft;
}

/** The statement that an event of this type would make, behind the events that are decided. */
function statementFor(
  { record, settings, types }: Draft,
  type: DecidedType,
): Word {
  const { caller, data, atMs } = record;
  const id = `${types.length} ${type}`;
  const eventAtMs = atMs + types.length;
  return wordOfCaller(caller, { id, type, eventAtMs, data }, settings);
}

/** Adds an event, and its statement. */
function add(draft: Draft, type: DecidedType): Draft {
  const { statements } = say(
    draft.statements,
    statementFor(draft, type),
    draft,
  );
  return { ...draft, statements, types: [...draft.types, type] };
}

/** The verdict that an event would get. */
function foresee(draft: Draft, type: DecidedType): Verdict {
  return say(draft.statements, statementFor(draft, type), draft).verdict;
}

/**
 * Adds an event, unless it has no effect, or this caller has said it. If only another caller has, it is added: then
 * neither of them can take it back alone.
 */
function addIfNew(draft: Draft, type: DecidedType): Draft {
  const verdict = foresee(draft, type);
  const isOfUnknown =
    verdict.is === "needs-decision" && verdict.because === "unknown-employee";
  return verdict.is === "overtaken" ||
    isOfUnknown ||
    repeatsCaller(draft, verdict)
    ? draft
    : add(draft, type);
}

function timelineIn({ statements }: Draft, ...more: readonly Word[]): Timeline {
  return timelineOf([...statements, ...more]);
}

/** The timeline as if the termination of the record were said, if its last day is to come. */
function timelineWithLastDay(draft: Draft): Timeline {
  if (!draft.record.isAhead) return timelineIn(draft);
  return timelineIn(add(draft, "employee.terminated"));
}

/** Whether the employee is employed on the day of the read. */
function isHere(draft: Draft): boolean {
  const { record, settings } = draft;
  return isEmployed(
    timelineWithLastDay(draft),
    dayOf(record.atMs, record.data.zone ?? settings.zone),
  );
}

/** Whether a hire would open another employment while one goes on. A change then brings the fields to that one. */
function opensAnother(draft: Draft): boolean {
  const { employments: all } = timelineIn(
    draft,
    statementFor(draft, "employee.hired"),
  );
  return isHere(draft) && all.length > timelineIn(draft).employments.length;
}

/** Whether the employee has left, and is not deleted yet. */
function isInGrace(draft: Draft): boolean {
  const { person, nowMs } = draft;
  const isDue = wanted(timelineIn(draft), nowMs).is === "deleted";
  return isDue && !isGone(person) && person.is !== "none";
}

function isGone({ is }: SeenPerson): boolean {
  return is === "gone" || is === "being-deleted";
}

/** Whether the employment of the record has an end. It is the employment with its start date, else the newest. */
function hasEnd(draft: Draft): boolean {
  const hire = statementFor(draft, "employee.hired");
  const said = draft.record.data.startDate === undefined ? [] : [hire];
  const { employments: all, verdicts } = timelineIn(draft, ...said);
  const verdict = verdicts.get(hire.id);
  const startBy = verdict?.is === "repeats" ? verdict.of : hire.id;
  const employment =
    all.find((one) => one.startBy.id === startBy) ?? all.at(-1);
  return (employment?.end ?? employment?.undecided) !== undefined;
}

/** The terminations that a cancellation would take back. */
function takenBack(draft: Draft): WordOf<"terminated">[] {
  const cancellation = statementFor(draft, "employee.termination_cancelled");
  const { verdicts } = timelineIn(draft, cancellation);
  return draft.statements
    .filter((one) => one.kind === "terminated")
    .filter(({ id }) => {
      const verdict = verdicts.get(id);
      return verdict?.is === "overtaken" && verdict.by === cancellation.id;
    });
}

/** Whether a cancellation would take back terminations, and only this caller has said them. */
function isEndOfCaller(draft: Draft): boolean {
  const taken = takenBack(draft).map(({ id }) => id);
  return taken.length > 0 && areOfCaller(draft, taken);
}

/** Whether the record may hide a planned last day from us. Then its absence says nothing. */
function hidesLastDay(draft: Draft): boolean {
  return (
    !draft.record.withdraws &&
    takenBack(draft).some(({ lastDay }) => lastDay !== undefined)
  );
}

/** Whether only this caller has said or repeated these statements. */
function areOfCaller(draft: Draft, ids: readonly string[]): boolean {
  return callersOf(draft, ids).every((one) => one === draft.record.caller.name);
}

/** Whether the event would repeat a statement of this caller. */
function repeatsCaller(draft: Draft, verdict: Verdict): boolean {
  if (verdict.is !== "repeats") return false;
  return callersOf(draft, [verdict.of]).includes(draft.record.caller.name);
}

/** The callers who said one of these statements, or repeated it. */
function callersOf(draft: Draft, ids: readonly string[]): string[] {
  const { verdicts } = timelineIn(draft);
  return draft.statements
    .filter((one) => one.kind !== "ruled")
    .filter(({ id }) => {
      const verdict = verdicts.get(id);
      return ids.includes(verdict?.is === "repeats" ? verdict.of : id);
    })
    .map(({ caller }) => caller);
}
