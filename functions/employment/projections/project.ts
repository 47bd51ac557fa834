import { minuteMs } from "../../../shared/durations.ts";
import type { FieldTime } from "../../../shared/employment/holds.ts";
import { renamesOf } from "../../../shared/employment/next-move.ts";
import type { Verdict } from "../../../shared/employment/statement.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { OpenOperation } from "../../../shared/store/employee.ts";
import type { WorkflowOutcome } from "../../../shared/store/operation.ts";
import type { Findings } from "../employment-run.ts";
import { projectChange } from "./change.ts";
import { guard } from "./guard.ts";
import { projectHire, projectReturn } from "./hire.ts";
import {
  cancelled,
  type Counting,
  asksFor,
  type Projected,
  type Shown,
  succeeded,
  waitingUntil,
} from "./shown.ts";
import { projectSuspension } from "./suspension.ts";
import { projectTermination } from "./termination.ts";

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
  const { holds, nowMs, item } = situation;
  const { id, atMs, isRefused = false, hasDeleted = false } = operation;
  if (hasDeleted)
    return isGone(item) ? succeeded({ is: "in-force" }) : undefined;
  const verdict = holds.verdicts.get(id) ?? unkept(operation);
  if (verdict.is === "overtaken") return cancelled(verdict.because, verdict.by);
  if (verdict.is === "needs-decision") {
    const { because } = verdict;
    const mayWait =
      because === "unknown-employee" && nowMs < atMs + awaitsHireMs;
    return mayWait
      ? { ...waitingUntil(atMs + awaitsHireMs), reason: because }
      : asksFor(because);
  }
  const isRejected = holds.rulings
    .get(id)
    ?.some((one) => one.ruling === "rejected" && one.limit === "rename");
  if (isRejected) return cancelled("rejected");
  if (found?.later) return found.later;
  if (found?.needs) return asksFor(found.needs);
  const extras = {
    hasExtras: item.extrasOf === id,
    isMade: found?.isMade ?? false,
  };
  const outcome = projectByType(operation, verdict, situation, extras);
  // What the platform refused stays as it was shown, until somebody sends it again.
  if (isRefused && outcome?.status === "succeeded") return undefined;
  return outcome ?? (extras.hasExtras ? undefined : heldBy(id, situation));
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
function heldBy(id: string, { move, wanted, item, holds }: Projected): Shown {
  if (move.do !== "nothing" || move.because === undefined) return undefined;
  const { because } = move;
  const { person } = item;
  const renames = "fields" in person ? renamesOf(wanted, person.fields) : [];
  const deciders: (string | undefined)[] =
    because === "rename-limit"
      ? renames.map(({ by }: FieldTime) => by)
      : because === wanted.undecided
        ? holds.employments.map(({ undecided }) => undecided?.id)
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
