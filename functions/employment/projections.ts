import { dayMs, minuteMs } from "../../shared/durations.ts";
import {
  type Employment,
  hasCome,
  isRuled,
  isToGoOn,
  isUnknown,
  isWithdrawn,
  nextOf,
} from "../../shared/employment/timeline.ts";
import {
  deletionOf,
  renamesOf,
  unwrittenFields,
} from "../../shared/employment/next-move.ts";
import type { Verdict } from "../../shared/employment/statement.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Employee, OpenOperation } from "../../shared/store/employee.ts";
import type { Phase, WorkflowOutcome } from "../../shared/store/operation.ts";
import type { Findings } from "./employment-run.ts";
import type { Move } from "../../shared/employment/move.ts";
import { creationOf, nextInstant } from "../../shared/employment/wanted.ts";
import type { Situation } from "./look.ts";

/** A statement about an unknown employee waits this long for the hire. Then an operator must look. */
const awaitsHireMs = 15 * minuteMs;

/**
 * What each open operation of an employee shows. It follows from the verdict, and from what we did and saw.
 *
 * @param findings - what this execution found out, by operation
 * @returns by operation. An operation without an entry is at work: it waits for a move or an extra
 */
export function project(
  situation: Projected,
  findings: ReadonlyMap<string, Findings>,
): Map<string, WorkflowOutcome> {
  const shown = new Map<string, WorkflowOutcome>();
  for (const operation of situation.item.unfinished) {
    const found = findings.get(operation.id);
    const outcome = projectOperation(operation, situation, found);
    if (outcome) shown.set(operation.id, withFound(outcome, operation, found));
  }
  return giveMoveToNewest(situation, shown);
}

function projectOperation(
  operation: OpenOperation,
  situation: Projected,
  found: Findings | undefined,
): Shown {
  const { timeline, nowMs, item } = situation;
  const { id, atMs, isRefused = false, hasDeleted = false } = operation;
  if (hasDeleted)
    return isGone(item) ? succeeded({ is: "in-force" }) : undefined;
  const verdict =
    timeline.verdicts.get(id) ?? verdictWithoutStatement(operation);
  if (verdict.is === "overtaken") return cancelled(verdict.because, verdict.by);
  if (verdict.is === "needs-decision") {
    const { because } = verdict;
    const mayWait =
      because === "unknown-employee" && nowMs < atMs + awaitsHireMs;
    return mayWait
      ? { ...waitingUntil(atMs + awaitsHireMs), reason: because }
      : asksFor(because);
  }
  if (isRuled(timeline, id, "rejected", "rename")) return cancelled("rejected");
  if (found?.later) return found.later;
  if (found?.needs) return asksFor(found.needs);
  const extras = {
    hasExtras: item.extrasOf === id,
    isMade: found?.isMade ?? false,
  };
  const outcome = projectByType(operation, verdict, situation, extras);
  // A change that the platform refused has not succeeded. It shows what it showed, until it is retried.
  if (isRefused && outcome?.status === "succeeded") return undefined;
  // Extras that are still to be done need no decision of an operator.
  return outcome ?? (extras.hasExtras ? undefined : projectHeld(id, situation));
}

function projectByType(
  { id, type }: OpenOperation,
  verdict: Counting,
  situation: Projected,
  extras: ExtrasOfHire,
): Shown {
  switch (type) {
    case "employee.hired":
      return projectHire(id, verdict, situation, extras);
    case "employee.changed":
      return projectChange(id, verdict, situation);
    case "employee.suspended":
      return projectSuspension(id, verdict, situation);
    case "employee.terminated":
      return projectTermination(id, verdict, situation);
    case "employee.resumed":
    case "employee.termination_cancelled":
      return projectReturn(verdict, situation);
    default:
      // An adoption.
      return extras.hasExtras ? undefined : succeeded(verdict);
  }
}

/** Whether the deletion that has begun is done. A new person may exist already. */
function isGone({ person }: Projected["item"]): boolean {
  switch (person.is) {
    case "being-deleted":
      return false;
    case "unsure":
      return person.of !== "delete";
    case "gone":
      return !person.holdsData;
    default:
      return true;
  }
}

/** The item does not keep the statement: another one says the same, or the rest follows without it. */
function verdictWithoutStatement({ type, verdict }: OpenOperation): Verdict {
  if (verdict !== undefined) return verdict;
  return type === "employee.changed"
    ? { is: "in-force" }
    : { is: "overtaken", because: "too-old" };
}

/** An operator must decide about this operation, or about another one, for which this one waits. */
function projectHeld(
  id: string,
  { move, wanted, item, timeline }: Projected,
): Shown {
  if (move.do !== "nothing" || move.because === undefined) return undefined;
  const { because } = move;
  const { person } = item;
  const renames = "fields" in person ? renamesOf(wanted, person.fields) : [];
  const renamedBy = renames.map(({ by }) => by);
  const hasUnknownRuling = (by = "") => wanted.rulings.get(by)?.some(isUnknown);
  const deciders: (string | undefined)[] =
    because === "rename-limit"
      ? renamedBy
      : because === wanted.undecided
        ? timeline.employments.map(({ undecided }) => undecided?.id)
        : because === "payload-too-new"
          ? [wanted.because, ...renamedBy].filter(hasUnknownRuling)
          : [wanted.because];
  if (deciders.includes(id)) return asksFor(because);
  const decider = deciders.find((one) => one !== undefined);
  return asksFor(waitsForDecision, decider);
}

const waitsForDecision: ReasonCode = "waits-for-decision";

/** The outcome, with the warnings about the event and with what this execution found out. */
function withFound(
  outcome: WorkflowOutcome,
  { warnings: said = [] }: OpenOperation,
  { warnings = [], contents, templates, result }: Findings = {},
): WorkflowOutcome {
  return {
    ...(contents !== undefined && { contents }),
    ...(templates && { templates }),
    ...(result && { result }),
    ...outcome,
    warnings: [...said, ...outcome.warnings, ...warnings],
  };
}

/** A suspended hire waits this long if the suspension has no end. Then it looks, and waits again. */
const lookAgainAfterMs = 30 * dayMs;

type ExtrasOfHire = {
  /** Avatar, tasks, streams or identities are not done. */
  hasExtras: boolean;
  /** This execution made the person and the extras. */
  isMade: boolean;
};

/** A hire is done when the person has access, and its extras are done. */
function projectHire(
  id: string,
  verdict: Counting,
  situation: Projected,
  { hasExtras, isMade }: ExtrasOfHire,
): Shown {
  const { timeline, item, nowMs, wanted } = situation;
  if (hasUnwritten(id, situation)) return undefined;
  const opened = timeline.employments.find(({ startBy }) => startBy.id === id);
  // Another hire opened the employment. The extras of this one may still have to be done.
  if (!opened || verdict.is === "repeats")
    return hasExtras
      ? undefined
      : { ...succeeded(verdict), ...warningsOfOutdated(id, situation) };
  if (!hasCome(opened.start, nowMs) && !isWithdrawn(opened)) {
    // An earlier employment goes on, so the person has access before this start.
    if (hasExtras && item.person.is === "enabled") return undefined;
    const creation = creationOf(opened.start, timeline);
    if (!hasCome(creation, nowMs)) return waitingUntil(creation.dueMs);
    const isCreated = item.person.is === "created";
    return waitingUntil(opened.start.dueMs, isCreated ? "start" : undefined);
  }
  // The hire has made its person, so it succeeds, even if the employment has ended meanwhile.
  if (isMade) return hasExtras ? undefined : succeeded(verdict);
  const ended = projectEnded(opened, timeline.employments, nowMs);
  if (ended) return ended;
  const hadAccess = !["none", "gone", "created"].includes(item.person.is);
  if (wanted.is === "disabled" && !hadAccess)
    return waitingUntil(
      wanted.lookAgainMs ?? nowMs + lookAgainAfterMs,
      "creation",
    );
  if (hasExtras) return undefined;
  return hasAccess(situation) ? succeeded(verdict) : undefined;
}

/** A resumption or a cancelled termination is done when the person has access, if they should. */
function projectReturn(verdict: Counting, situation: Projected): Shown {
  if (!hasAccess(situation)) return undefined;
  const reason = verdict.is === "in-force" ? verdict.warning : undefined;
  const warnings = reason ? [{ about: "terminations", reason }] : [];
  return { ...succeeded(verdict), warnings };
}

/** Whether the person has access, or should have none. */
function hasAccess({ wanted, item: { person } }: Projected): boolean {
  return wanted.is !== "enabled" || person.is === "enabled";
}

/** A hire whose employment has ended before its person was created. Undefined: the employment goes on. */
function projectEnded(
  one: Employment,
  all: readonly Employment[],
  nowMs: number,
): Shown {
  const { end } = one;
  if (end)
    return isWithdrawn(one) || hasCome(end, nowMs)
      ? cancelled("terminated-since", end.word.id)
      : undefined;
  const next = nextOf(one, all);
  return next && hasCome(next.start, nowMs)
    ? cancelled("hired-since", next.startBy.id)
    : undefined;
}

/** A change is done when the person has it. Without a person, the next person is created with it. */
function projectChange(
  id: string,
  verdict: Counting,
  situation: Projected,
): Shown {
  const { timeline, item, nowMs, wanted } = situation;
  const { person } = item;
  if (verdict.is === "scheduled" && !hasCome(verdict.for, nowMs))
    return waitingUntil(verdict.for.dueMs);
  if (hasUnwritten(id, situation) || person.is === "unsure") return undefined;
  if ("fields" in person)
    return { ...succeeded(verdict), ...warningsOfOutdated(id, situation) };
  const next = timeline.employments.findLast((one) =>
    isToGoOn(one, timeline.employments, nowMs),
  );
  if (!next) return cancelled("left");
  const changed = wanted.createWith
    .filter(({ by }) => by === id)
    .map(({ field }) => field);
  return {
    ...succeeded({ is: "repeats", of: next.startBy.id }),
    ...(changed.length > 0 && { result: { refs: {}, changed } }),
    ...warningsOfOutdated(id, situation),
  };
}

/** Whether the person still lacks fields of this statement. */
function hasUnwritten(
  id: string,
  { wanted, item: { person } }: Projected,
): boolean {
  return (
    "fields" in person &&
    unwrittenFields(wanted, person.fields).some(({ by }) => by === id)
  );
}

/** A warning for each field of this statement, if a later statement about the field counts instead. */
function warningsOfOutdated(id: string, { item, timeline, wanted }: Projected) {
  const find = (by: string) => item.statements.find((one) => one.id === by);
  const said = find(id);
  const named = said && "fields" in said ? said.fields : [];
  const isLatest = (field: string) => {
    const latest = wanted.createWith.find((one) => one.field === field);
    // Of two hires that say the same, it does not matter which one counts.
    const isOfHire = find(latest?.by ?? "")?.kind === "hired";
    if (said?.kind === "hired" && isOfHire) return true;
    return latest?.by === id || (latest === undefined && isToCome(field));
  };
  const isToCome = (field: string) =>
    timeline.fields.some((one) => one.field === field && one.by === id);
  const warnings = named
    .filter((field) => field !== derivedName && !isLatest(field))
    .map((about) => ({ about, reason: "newer-change" as const }));
  return { warnings };
}

/** This field follows from the other names, unless an event names it. */
const derivedName = "/name/formatted";

/** A suspension is done when the person has no access. With an `until`, it waits for that day and gives access back. */
function projectSuspension(
  id: string,
  verdict: Counting,
  { timeline, item: { person }, wanted, nowMs }: Projected,
): Shown {
  const said = timeline.suspensions.find(({ word }) => word.id === id);
  if (!said || verdict.is === "repeats") return succeeded(verdict);
  const { from, until } = said;
  if (!hasCome(from, nowMs)) return waitingUntil(from.dueMs);
  if (until && hasCome(until, nowMs))
    return wanted.is === "enabled" &&
      (person.is === "disabled" || person.is === "created")
      ? undefined
      : succeeded(verdict);
  const mayHaveAccess = person.is === "enabled" || person.is === "unsure";
  if (wanted.reason === "suspension" && mayHaveAccess) return undefined;
  return until ? waitingUntil(until.dueMs, "suspended") : succeeded(verdict);
}

/** A termination is done when the person is deleted, or disabled and kept, or when a later statement decides. */
function projectTermination(
  id: string,
  verdict: Counting,
  situation: Projected,
): Shown {
  const { timeline, nowMs, wanted } = situation;
  if (verdict.is === "repeats") return succeeded(verdict);
  if (wanted.because === id) return projectLeaving(id, verdict, situation);
  const all = timeline.employments;
  const ended = all.filter(({ end }) => end?.word.id === id);
  const withDays = ended.filter((one) => !isWithdrawn(one));
  const due = withDays.flatMap(({ end }) =>
    end && !hasCome(end, nowMs) ? end.dueMs : [],
  );
  if (due.length > 0) return waitingUntil(Math.min(...due));
  const [next] = withDays
    .flatMap((one) => nextOf(one, all) ?? [])
    .filter(({ start }) => hasCome(start, nowMs));
  if (next) return cancelled("rehired", next.startBy.id);
  const later = all.findLast(({ end }) => end)?.end?.word.id;
  const isReplaced = later !== undefined && later !== id;
  // If each employment that it ended was withdrawn, it is done, and no later termination replaces it.
  return isReplaced && (withDays.length > 0 || ended.length === 0)
    ? cancelled("terminated-since", later)
    : succeeded(verdict);
}

/** A termination from which it follows now what the person should be. */
function projectLeaving(
  id: string,
  verdict: Counting,
  { timeline, item: { person }, nowMs, wanted }: Projected,
): Shown {
  switch (person.is) {
    case "none":
      return succeeded(verdict);
    case "gone":
      return person.holdsData ? undefined : succeeded(verdict);
    case "created":
    case "disabled": {
      if (person.is === "disabled" && person.for !== wanted.reason)
        return undefined;
      if (wanted.is === "disabled")
        // An operator can enable the person again.
        return {
          ...(isRuled(timeline, id, "kept")
            ? cancelled("rejected")
            : succeeded(verdict)),
          disposition: "disable",
        };
      // A person who was created for the next employment stays.
      if (person.is === "created")
        return wanted.next ? succeeded(verdict) : undefined;
      const deletion = deletionOf(wanted, person);
      return hasCome(deletion, nowMs)
        ? undefined
        : waitingUntil(deletion.dueMs, "grace");
    }
    default:
      return undefined;
  }
}

/** Moves that no operation does. */
const restingMoves: readonly Move["do"][] = ["nothing", "wait"];

/**
 * The next move can belong to an operation that has ended already: a rejected termination brings an earlier last day
 * back. Then the newest operation that asks no operator yet does the move, waits for its time, or asks.
 *
 * @param shown - what each open operation shows by itself
 */
function giveMoveToNewest(
  situation: Projected,
  shown: Map<string, WorkflowOutcome>,
): Map<string, WorkflowOutcome> {
  const { item, move, timeline, wanted, nowMs } = situation;
  const isAtWork = item.unfinished.some(({ id }) => !shown.has(id));
  // An operation at work has no entry in `shown`.
  const newest = item.unfinished.findLast(({ id }) => {
    const one = shown.get(id);
    return one !== undefined && one.status !== "needs_attention";
  })?.id;
  const shownByNewest = shown.get(newest ?? "");
  if (newest === undefined || shownByNewest === undefined) return shown;
  if (!restingMoves.includes(move.do)) {
    if (!isAtWork) shown.delete(newest);
    return shown;
  }
  if (move.do === "nothing" && move.because !== undefined) {
    const { because } = move;
    const isAsked = [...shown.values()].some(
      ({ reason }) => reason === because,
    );
    // An operation that waits for a day must not miss it. It looks again on that day.
    if (!isAsked && shownByNewest.status !== "waiting")
      shown.set(newest, asksFor(because));
  }
  const next = nextInstant(timeline, wanted, item.person, nowMs);
  if (!next) return shown;
  const { dueMs: dueAtMs, by } = next;
  const isAwaited = [...shown.values()].some(
    (one) => one.status === "waiting" && one.dueAtMs <= dueAtMs,
  );
  const isAsking = shown.get(newest)?.status === "needs_attention";
  const waiting =
    shownByNewest.status === "waiting"
      ? { ...shownByNewest, dueAtMs }
      : { ...waitingUntil(dueAtMs), ...withSameAs(by) };
  if (!isAwaited && !isAsking) shown.set(newest, waiting);
  return shown;
}

/** The parts of a situation that decide what operations show. */
type Projected = Omit<Situation, "item"> & {
  item: Pick<Employee, "person" | "unfinished" | "extrasOf" | "statements">;
};

/** What an operation shows. Undefined: it is at work, because it waits for a move or an extra. */
type Shown = WorkflowOutcome | undefined;

/** The verdict of a statement that counts, or that repeats one. */
type Counting = Exclude<Verdict, { is: "overtaken" | "needs-decision" }>;

type Ended = Exclude<WorkflowOutcome, { status: "waiting" }>;

function succeeded(verdict: Counting): Ended {
  const sameAs = verdict.is === "repeats" ? verdict.of : undefined;
  return { status: "succeeded", ...withSameAs(sameAs), warnings: [] };
}

function cancelled(reason: ReasonCode, sameAs?: string): Ended {
  return { status: "cancelled", reason, ...withSameAs(sameAs), warnings: [] };
}

function waitingUntil(dueAtMs: number, phase?: Phase): WorkflowOutcome {
  return {
    status: "waiting",
    dueAtMs,
    ...(phase && { phase }),
    warnings: [],
  };
}

function asksFor(reason: ReasonCode, sameAs?: string): Ended {
  return {
    status: "needs_attention",
    reason,
    ...withSameAs(sameAs),
    warnings: [],
  };
}

function withSameAs(sameAs: string | undefined) {
  return sameAs === undefined ? {} : { sameAs };
}
