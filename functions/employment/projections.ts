import { dayMs, minuteMs } from "../../shared/durations.ts";
import {
  type Employment,
  type FieldTime,
  hasCome,
  isRuled,
  isToGoOn,
  isWithdrawn,
  nextOf,
} from "../../shared/employment/timeline.ts";
import {
  deletionOf,
  renamesOf,
  unwritten,
} from "../../shared/employment/next-move.ts";
import type { Verdict } from "../../shared/employment/statement.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Employee, OpenOperation } from "../../shared/store/employee.ts";
import type { Phase, WorkflowOutcome } from "../../shared/store/operation.ts";
import type { Findings } from "./employment-run.ts";
import type { Move } from "../../shared/employment/move.ts";
import { creationOf, nextInstant } from "../../shared/employment/wanted.ts";
import type { Situation } from "./look.ts";

/** Without a hire, a word waits so long for one before an operator must look. */
const awaitsHireMs = 15 * minuteMs;

/**
 * What the operations of an employee show that are not final: by their verdicts, and by what we did and saw.
 *
 * @param findings - what this execution found out, by operation
 * @returns by operation. One that is missing is at work: a move or an extra that it waits for goes on
 */
export function project(
  situation: Projected,
  findings: ReadonlyMap<string, Findings> = new Map(),
): Map<string, WorkflowOutcome> {
  const shown = new Map<string, WorkflowOutcome>();
  for (const operation of situation.item.unfinished) {
    const found = findings.get(operation.id);
    const outcome = projectOne(operation, situation, found);
    if (outcome) shown.set(operation.id, withFound(outcome, operation, found));
  }
  return guard(situation, shown);
}

function projectOne(
  operation: OpenOperation,
  situation: Projected,
  found: Findings | undefined,
): Shown {
  const { timeline, nowMs, item } = situation;
  const { id, atMs, isRefused = false, hasDeleted = false } = operation;
  if (hasDeleted)
    return isGone(item) ? succeeded({ is: "in-force" }) : undefined;
  const verdict = timeline.verdicts.get(id) ?? unkept(operation);
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
  // What the platform refused stays as it was shown, until somebody sends it again.
  if (isRefused && outcome?.status === "succeeded") return undefined;
  return outcome ?? (extras.hasExtras ? undefined : projectHeld(id, situation));
}

function projectByType(
  { id, type }: OpenOperation,
  verdict: Counting,
  situation: Projected,
  extras: Parameters<typeof projectHire>[3],
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
      if (extras.hasExtras && !extras.isMade) return undefined;
      return succeeded(verdict);
  }
}

/** Nobody is left of the employment that ended. */
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

/** The statement was merged with one that says the same, or everything holds without it. */
function unkept({ type, verdict }: OpenOperation): Verdict {
  if (verdict !== undefined) return verdict;
  return type === "employee.changed"
    ? { is: "in-force" }
    : { is: "overtaken", because: "too-old" };
}

/** A person must decide about this operation, or about the one behind which it waits. */
function projectHeld(
  id: string,
  { move, wanted, item, timeline }: Projected,
): Shown {
  if (move.do !== "nothing" || move.because === undefined) return undefined;
  const { because } = move;
  const { person } = item;
  const renames = "fields" in person ? renamesOf(wanted, person.fields) : [];
  const deciders: (string | undefined)[] =
    because === "rename-limit"
      ? renames.map(({ by }: FieldTime) => by)
      : because === wanted.undecided
        ? timeline.employments.map(({ undecided }) => undecided?.id)
        : [wanted.because];
  if (deciders.includes(id)) return asksFor(because);
  const decider = deciders.find((one) => one !== undefined);
  return asksFor(waitsFor, decider);
}

const waitsFor: ReasonCode = "waits-for-decision";

/** What the event asked for in vain, and what this execution found out. */
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

/** How long a hire waits for the end of a suspension that has none. Then it waits again. */
const lookAgainAfterMs = 30 * dayMs;

/**
 * A hire is done when the person has access, and its extras are done.
 *
 * @param hasExtras - whether avatar, tasks, streams or identities are not done
 * @param isMade - whether this execution made the person and the extras
 */
function projectHire(
  id: string,
  verdict: Counting,
  situation: Projected,
  { hasExtras, isMade }: { hasExtras: boolean; isMade: boolean },
): Shown {
  const { timeline, item, nowMs, wanted } = situation;
  if (hasUnwritten(id, situation)) return undefined;
  const opened = timeline.employments.find(({ startBy }) => startBy.id === id);
  // Its extras stay to be done if another hire that says the same came first.
  if (!opened || verdict.is === "repeats")
    return hasExtras
      ? undefined
      : { ...succeeded(verdict), ...outdated(id, situation) };
  if (!hasCome(opened.start, nowMs) && !isWithdrawn(opened)) {
    // An earlier employment goes on, and gave the person access before the start.
    if (hasExtras && item.person.is === "enabled") return undefined;
    const creation = creationOf(opened.start, timeline);
    if (!hasCome(creation, nowMs)) return waitingUntil(creation.dueMs);
    const isCreated = item.person.is === "created";
    return waitingUntil(opened.start.dueMs, isCreated ? "start" : undefined);
  }
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

/** A resumption or a cancellation is done when nobody is without access who should have it. */
function projectReturn(verdict: Counting, situation: Projected): Shown {
  if (!hasAccess(situation)) return undefined;
  const reason = verdict.is === "in-force" ? verdict.warning : undefined;
  const warnings = reason ? [{ about: "terminations", reason }] : [];
  return { ...succeeded(verdict), warnings };
}

function hasAccess({ wanted, item: { person } }: Projected): boolean {
  return wanted.is !== "enabled" || person.is === "enabled";
}

/** The employment is over before its person was created. */
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
    return { ...succeeded(verdict), ...outdated(id, situation) };
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
    ...outdated(id, situation),
  };
}

/** Whether the person does not have fields of this statement yet. */
function hasUnwritten(
  id: string,
  { wanted, item: { person } }: Projected,
): boolean {
  return (
    "fields" in person &&
    unwritten(wanted, person.fields).some(({ by }) => by === id)
  );
}

/** The fields of which a later statement counts. */
function outdated(id: string, { item, timeline, wanted }: Projected) {
  const find = (by: string) => item.statements?.find((one) => one.id === by);
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

/** It follows from the other names, unless an event names it. */
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

/** A termination is done when the person is deleted, or disabled and kept, or when a later word decides instead. */
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
  return isReplaced && (withDays.length > 0 || ended.length === 0)
    ? cancelled("terminated-since", later)
    : succeeded(verdict);
}

/** Nothing but this termination decides what becomes of the person. */
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

const needNobody: readonly Move["do"][] = ["nothing", "wait"];

/**
 * What is to come can belong to an operation that has ended already: a rejected termination brings an earlier last day
 * back. Then the newest open operation does it, waits for it, or asks for it.
 *
 * @param shown - what each open operation shows by itself
 */
function guard(
  situation: Projected,
  shown: Map<string, WorkflowOutcome>,
): Map<string, WorkflowOutcome> {
  const { item, move, timeline, wanted, nowMs } = situation;
  const isAtWork = item.unfinished.some(({ id }) => !shown.has(id));
  const newest = item.unfinished.findLast(
    ({ id }) =>
      (shown.get(id)?.status ?? "needs_attention") !== "needs_attention",
  )?.id;
  const own = shown.get(newest ?? "");
  if (newest === undefined || own === undefined) return shown;
  if (!needNobody.includes(move.do)) {
    if (!isAtWork) shown.delete(newest);
    return shown;
  }
  if (move.do === "nothing" && move.because !== undefined) {
    const { because } = move;
    const isAsked = [...shown.values()].some(
      ({ reason }) => reason === because,
    );
    // Who waits for a day looks again then, and must not miss it.
    if (!isAsked && own.status !== "waiting")
      shown.set(newest, asksFor(because));
  }
  const next = nextInstant(timeline, wanted, item.person, nowMs);
  if (!next) return shown;
  const { dueMs: dueAtMs, by } = next;
  const isAwaited = [...shown.values()].some(
    (one) => one.status === "waiting" && one.dueAtMs <= dueAtMs,
  );
  const isAsking = shown.get(newest)?.status === "needs_attention";
  const waits =
    own.status === "waiting"
      ? { ...own, dueAtMs }
      : { ...waitingUntil(dueAtMs), ...named(by) };
  if (!isAwaited && !isAsking) shown.set(newest, waits);
  return shown;
}

/** What decides about the operations of an employee. */
type Projected = Omit<Situation, "item"> & {
  item: Pick<Employee, "person" | "unfinished" | "extrasOf"> &
    Partial<Pick<Employee, "statements">>;
};

/** What an operation shows. Undefined: it is at work, because a move or an extra that it waits for goes on. */
type Shown = WorkflowOutcome | undefined;

/** The verdict of a word that counts, or that repeats one. */
type Counting = Exclude<Verdict, { is: "overtaken" | "needs-decision" }>;

type Ended = Exclude<WorkflowOutcome, { status: "waiting" }>;

function succeeded(verdict: Counting): Ended {
  const sameAs = verdict.is === "repeats" ? verdict.of : undefined;
  return { status: "succeeded", ...named(sameAs), warnings: [] };
}

function cancelled(reason: ReasonCode, sameAs?: string): Ended {
  return { status: "cancelled", reason, ...named(sameAs), warnings: [] };
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
  return { status: "needs_attention", reason, ...named(sameAs), warnings: [] };
}

function named(sameAs: string | undefined) {
  return sameAs === undefined ? {} : { sameAs };
}
