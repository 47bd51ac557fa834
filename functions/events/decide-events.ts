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

/** What the present state of a record says, as the map of the lookup derives it. */
export type PresentRecord = {
  type:
    | "employee.hired"
    | "employee.terminated"
    | "employee.suspended"
    /** No last day is planned, and nothing else is said. */
    | "employee.termination_cancelled";
  /** The days that the record names, whatever its type. */
  data: SaidData;
  /** The last day is not over, so the employment goes on until then. */
  isAhead: boolean;
  /** A planned last day no longer counts if the record names none to come: the record does not only keep silent. */
  withdraws: boolean;
  caller: EventCaller;
  /** The event time of its first event. Each of the next ones is a millisecond later. */
  atMs: number;
};

/** What has been said about the employee of a record, and what was seen. */
type Known = {
  statements: readonly Statement[];
  person: SeenPerson;
  settings: RuleSettings;
  nowMs: number;
};

export type DecidedType =
  PresentRecord["type"] | "employee.changed" | "employee.resumed";

/** The decision so far: the events, and what is known with them. */
type Draft = Known & { record: PresentRecord; types: DecidedType[] };

/**
 * Decides which events a record means (the table of decision 23): the events that change something by the rules of the
 * employment. No caller takes back what another one said.
 *
 * The last event is the one that carries the record. No event comes twice.
 *
 * @returns `rehire-unclear` if the source employs an employee again who was deleted because of this caller, and names
 * no later start date
 */
export function decideEvents(
  record: PresentRecord,
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
 * Whether the employee has left because of this caller, on the last day that the record names or is silent about. The
 * source may show another status for some time: its day ends in another zone, or it changes the status at night.
 */
function hasLeftAsKnown(draft: Draft): boolean {
  const { record, person } = draft;
  if (isHere(draft) || !hasEnd(draft)) return false;
  if (record.data.lastDay === undefined)
    return !isGone(person) && isOwn(draft) && keepsSilent(draft);
  const verdict = foresee(draft, "employee.terminated");
  return !record.isAhead && isOwnWord(draft, verdict);
}

/** A hire, or a change of an employee who is employed. Undefined if a hire would be a repetition, and may be a rehire. */
function hireOrChange(draft: Draft): Draft | undefined {
  const { record, person } = draft;
  const isStartNamed = record.data.startDate !== undefined;
  const mayUpdate = record.caller.scopes.includes("update");
  const hired = foresee(draft, "employee.hired");
  const opens = hired.is !== "repeats" && hired.is !== "overtaken";
  // Without a start date, the record is about the employment that ended, as long as its person is here.
  if (opens && (isStartNamed || !isInGrace(draft))) {
    if (takenBack(draft).length > 0) return add(draft, "employee.hired");
    const next = add(resume(draft), "employee.hired");
    return mayUpdate && continues(draft) ? add(next, "employee.changed") : next;
  }
  if (isHere(draft) || isInGrace(draft))
    return add(
      resume(draft),
      mayUpdate ? "employee.changed" : "employee.hired",
    );
  const isAsked = !isStartNamed && hired.is === "repeats";
  return isGone(person) && isOwn(draft) && !isAsked ? undefined : draft;
}

/** A termination, if the record says more of it than is known. */
function terminate(draft: Draft): Draft {
  const { lastDay } = draft.record.data;
  const isPast = !isHere(draft);
  if (isPast && isGone(draft.person)) return draft;
  if (lastDay === undefined && isOwn(draft) && (isPast || keepsSilent(draft)))
    return draft;
  return addIfNew(draft, "employee.terminated");
}

/** The cancellation of what this caller has planned for the employment of the record. */
function withdraw(draft: Draft): Draft {
  const type = "employee.termination_cancelled";
  const isDue = hasEnd(draft) && isOwn(draft) && !keepsSilent(draft);
  return isDue && foresee(draft, type).is === "in-force"
    ? add(draft, type)
    : draft;
}

/** The end of what this caller has suspended, unless it lasts until the last day: HR has ended a leaver's access. */
function resume(draft: Draft): Draft {
  const verdict = foresee(draft, "employee.resumed");
  const ended = verdict.is === "in-force" ? (verdict.ends ?? []) : [];
  const timeline = timelineUntilItsLastDay(draft);
  const isUntilTheEnd = timeline.suspensions.some(
    ({ word, until }) =>
      ended.includes(word.id) &&
      until !== undefined &&
      wanted(timeline, until.dueMs).is !== "enabled",
  );
  return ended.length > 0 && areOwn(draft, ended) && !isUntilTheEnd
    ? add(draft, "employee.resumed")
    : draft;
}

function wordOf({ record, settings, types }: Draft, type: DecidedType): Word {
  const { caller, data, atMs } = record;
  const id = `${types.length} ${type}`;
  const eventAtMs = atMs + types.length;
  return wordOfCaller(caller, { id, type, eventAtMs, data }, settings);
}

function add(draft: Draft, type: DecidedType): Draft {
  const { statements } = say(draft.statements, wordOf(draft, type), draft);
  return { ...draft, statements, types: [...draft.types, type] };
}

function foresee(draft: Draft, type: DecidedType): Verdict {
  return say(draft.statements, wordOf(draft, type), draft).verdict;
}

/** What another caller said is said again: from then on, neither of them takes it back alone. */
function addIfNew(draft: Draft, type: DecidedType): Draft {
  const verdict = foresee(draft, type);
  const isOfUnknown =
    verdict.is === "needs-decision" && verdict.because === "unknown-employee";
  return verdict.is === "overtaken" || isOfUnknown || isOwnWord(draft, verdict)
    ? draft
    : add(draft, type);
}

function timelineIn(
  { statements, settings }: Draft,
  ...words: readonly Word[]
): Timeline {
  return timelineOf([...statements, ...words], settings);
}

/** The timeline if the last day to come is said, too. */
function timelineUntilItsLastDay(draft: Draft): Timeline {
  if (!draft.record.isAhead) return timelineIn(draft);
  return timelineIn(add(draft, "employee.terminated"));
}

/** Whether the employee is employed on the day of the read. */
function isHere(draft: Draft): boolean {
  const { record, settings } = draft;
  return isEmployed(
    timelineUntilItsLastDay(draft),
    dayOf(record.atMs, record.data.zone ?? settings.zone),
  );
}

/** Whether a hire continues the employment that goes on: what the record says of the person counts before its start. */
function continues(draft: Draft): boolean {
  const { employments: all } = timelineIn(
    draft,
    wordOf(draft, "employee.hired"),
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

/** Whether the employment that the record speaks of has an end: the one with its start date, else the newest. */
function hasEnd(draft: Draft): boolean {
  const word = wordOf(draft, "employee.hired");
  const said = draft.record.data.startDate === undefined ? [] : [word];
  const { employments: all, verdicts } = timelineIn(draft, ...said);
  const verdict = verdicts.get(word.id);
  const startBy = verdict?.is === "repeats" ? verdict.of : word.id;
  const one = all.find((other) => other.startBy.id === startBy) ?? all.at(-1);
  return (one?.end ?? one?.undecided) !== undefined;
}

/** The terminations that a cancellation would take back. */
function takenBack(draft: Draft): WordOf<"terminated">[] {
  const word = wordOf(draft, "employee.termination_cancelled");
  const { verdicts } = timelineIn(draft, word);
  return draft.statements
    .filter((one) => one.kind === "terminated")
    .filter(({ id }) => {
      const verdict = verdicts.get(id);
      return verdict?.is === "overtaken" && verdict.by === word.id;
    });
}

/** Whether this caller said all that a cancellation would take back. */
function isOwn(draft: Draft): boolean {
  const taken = takenBack(draft).map(({ id }) => id);
  return taken.length > 0 && areOwn(draft, taken);
}

/** Whether the record only does not name the last day any more: the rights of its reader may hide it. */
function keepsSilent(draft: Draft): boolean {
  return (
    !draft.record.withdraws &&
    takenBack(draft).some(({ lastDay }) => lastDay !== undefined)
  );
}

function areOwn(draft: Draft, ids: readonly string[]): boolean {
  return callersOf(draft, ids).every((one) => one === draft.record.caller.name);
}

function isOwnWord(draft: Draft, verdict: Verdict): boolean {
  if (verdict.is !== "repeats") return false;
  return callersOf(draft, [verdict.of]).includes(draft.record.caller.name);
}

/** Who said one of these words, or repeated it. */
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
