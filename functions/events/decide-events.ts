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
import type { Caller } from "../../shared/webhook/callers.ts";
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
  caller: Pick<Caller, "name" | "scopes">;
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

/** The events so far, and what has been said with them. */
type Talk = Known & { record: PresentRecord; types: DecidedType[] };

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
  const talk: Talk = { ...known, record, types: [] };
  if (hasLeftAsKnown(talk)) return [];
  switch (record.type) {
    case "employee.hired": {
      const decided = ofEmployed(withdraw(talk));
      return decided?.types ?? "rehire-unclear";
    }
    case "employee.terminated": {
      const decided = record.isAhead ? ofEmployed(talk) : talk;
      return decided ? leave(decided).types : "rehire-unclear";
    }
    case "employee.suspended": {
      const stays = record.isAhead ? talk : withdraw(talk);
      const absent = tellIfNew(stays, "employee.suspended");
      return (record.isAhead ? leave(absent) : absent).types;
    }
    case "employee.termination_cancelled":
      return withdraw(talk).types;
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
function hasLeftAsKnown(talk: Talk): boolean {
  const { record, person } = talk;
  if (isHere(talk) || !hasEnd(talk)) return false;
  if (record.data.lastDay === undefined)
    return !isGone(person) && isOurs(talk) && keepsSilent(talk);
  const verdict = foresee(talk, "employee.terminated");
  return !record.isAhead && isSaidByUs(talk, verdict);
}

/** A hire, or a change of the employee who is here. Undefined if a hire would be a repetition, and may be a rehire. */
function ofEmployed(talk: Talk): Talk | undefined {
  const { record, person } = talk;
  const isStartNamed = record.data.startDate !== undefined;
  const mayUpdate = record.caller.scopes.includes("update");
  const hired = foresee(talk, "employee.hired");
  const opens = hired.is !== "repeats" && hired.is !== "overtaken";
  // Without a start date, the record is about the employment that ended, as long as its person is here.
  if (opens && (isStartNamed || !isInGrace(talk))) {
    if (takenBack(talk).length > 0) return tell(talk, "employee.hired");
    const next = tell(resume(talk), "employee.hired");
    return mayUpdate && continues(talk) ? tell(next, "employee.changed") : next;
  }
  if (isHere(talk) || isInGrace(talk))
    return tell(
      resume(talk),
      mayUpdate ? "employee.changed" : "employee.hired",
    );
  const isAsked = !isStartNamed && hired.is === "repeats";
  return isGone(person) && isOurs(talk) && !isAsked ? undefined : talk;
}

/** A termination, if the record says more of it than is known. */
function leave(talk: Talk): Talk {
  const { lastDay } = talk.record.data;
  const isPast = !isHere(talk);
  if (isPast && isGone(talk.person)) return talk;
  if (lastDay === undefined && isOurs(talk) && (isPast || keepsSilent(talk)))
    return talk;
  return tellIfNew(talk, "employee.terminated");
}

/** The cancellation of what this caller has planned for the employment of the record. */
function withdraw(talk: Talk): Talk {
  const type = "employee.termination_cancelled";
  const isDue = hasEnd(talk) && isOurs(talk) && !keepsSilent(talk);
  return isDue && foresee(talk, type).is === "in-force"
    ? tell(talk, type)
    : talk;
}

/** The end of what this caller has suspended, unless it lasts until the last day: HR has ended a leaver's access. */
function resume(talk: Talk): Talk {
  const verdict = foresee(talk, "employee.resumed");
  const ended = verdict.is === "in-force" ? (verdict.ends ?? []) : [];
  const timeline = timelineUntilItsLastDay(talk);
  const isUntilTheEnd = timeline.suspensions.some(
    ({ word, until }) =>
      ended.includes(word.id) &&
      until !== undefined &&
      wanted(timeline, until.dueMs).is !== "enabled",
  );
  return ended.length > 0 && areOurs(talk, ended) && !isUntilTheEnd
    ? tell(talk, "employee.resumed")
    : talk;
}

function wordOf({ record, settings, types }: Talk, type: DecidedType): Word {
  const { caller, data, atMs } = record;
  const id = `${types.length} ${type}`;
  const eventAtMs = atMs + types.length;
  return wordOfCaller(caller, { id, type, eventAtMs, data }, settings);
}

function tell(talk: Talk, type: DecidedType): Talk {
  const { statements } = say(talk.statements, wordOf(talk, type), talk);
  return { ...talk, statements, types: [...talk.types, type] };
}

function foresee(talk: Talk, type: DecidedType): Verdict {
  return say(talk.statements, wordOf(talk, type), talk).verdict;
}

/** What another caller said is said again: from then on, neither of them takes it back alone. */
function tellIfNew(talk: Talk, type: DecidedType): Talk {
  const verdict = foresee(talk, type);
  const isOfUnknown =
    verdict.is === "needs-decision" && verdict.because === "unknown-employee";
  return verdict.is === "overtaken" || isOfUnknown || isSaidByUs(talk, verdict)
    ? talk
    : tell(talk, type);
}

function timelineIn(
  { statements, settings }: Talk,
  ...words: readonly Word[]
): Timeline {
  return timelineOf([...statements, ...words], settings);
}

/** The timeline if the last day to come is said, too. */
function timelineUntilItsLastDay(talk: Talk): Timeline {
  if (!talk.record.isAhead) return timelineIn(talk);
  return timelineIn(tell(talk, "employee.terminated"));
}

function isHere(talk: Talk): boolean {
  const { record, settings } = talk;
  return isEmployed(
    timelineUntilItsLastDay(talk),
    dayOf(record.atMs, record.data.zone ?? settings.zone),
  );
}

/** Whether a hire continues the employment that goes on: what the record says of the person counts before its start. */
function continues(talk: Talk): boolean {
  const { employments: all } = timelineIn(talk, wordOf(talk, "employee.hired"));
  return isHere(talk) && all.length > timelineIn(talk).employments.length;
}

/** Whether the employee has left, and is not deleted yet. */
function isInGrace(talk: Talk): boolean {
  const { person, nowMs } = talk;
  const isDue = wanted(timelineIn(talk), nowMs).is === "deleted";
  return isDue && !isGone(person) && person.is !== "none";
}

function isGone({ is }: SeenPerson): boolean {
  return is === "gone" || is === "being-deleted";
}

/** Whether the employment that the record speaks of has an end: the one with its start date, else the newest. */
function hasEnd(talk: Talk): boolean {
  const word = wordOf(talk, "employee.hired");
  const said = talk.record.data.startDate === undefined ? [] : [word];
  const { employments: all, verdicts } = timelineIn(talk, ...said);
  const verdict = verdicts.get(word.id);
  const startBy = verdict?.is === "repeats" ? verdict.of : word.id;
  const one = all.find((other) => other.startBy.id === startBy) ?? all.at(-1);
  return (one?.end ?? one?.undecided) !== undefined;
}

/** The terminations that a cancellation would take back. */
function takenBack(talk: Talk): WordOf<"terminated">[] {
  const word = wordOf(talk, "employee.termination_cancelled");
  const { verdicts } = timelineIn(talk, word);
  return talk.statements
    .filter((one) => one.kind === "terminated")
    .filter(({ id }) => {
      const verdict = verdicts.get(id);
      return verdict?.is === "overtaken" && verdict.by === word.id;
    });
}

/** Whether this caller said all that a cancellation would take back. */
function isOurs(talk: Talk): boolean {
  const taken = takenBack(talk).map(({ id }) => id);
  return taken.length > 0 && areOurs(talk, taken);
}

/** Whether the record only does not name the last day any more: the rights of its reader may hide it. */
function keepsSilent(talk: Talk): boolean {
  return (
    !talk.record.withdraws &&
    takenBack(talk).some(({ lastDay }) => lastDay !== undefined)
  );
}

function areOurs(talk: Talk, ids: readonly string[]): boolean {
  return callersOf(talk, ids).every((one) => one === talk.record.caller.name);
}

function isSaidByUs(talk: Talk, verdict: Verdict): boolean {
  if (verdict.is !== "repeats") return false;
  return callersOf(talk, [verdict.of]).includes(talk.record.caller.name);
}

/** Who said one of these words, or repeated it. */
function callersOf(talk: Talk, ids: readonly string[]): string[] {
  const { verdicts } = timelineIn(talk);
  return talk.statements
    .filter((one) => one.kind !== "ruled")
    .filter(({ id }) => {
      const verdict = verdicts.get(id);
      return ids.includes(verdict?.is === "repeats" ? verdict.of : id);
    })
    .map(({ caller }) => caller);
}
