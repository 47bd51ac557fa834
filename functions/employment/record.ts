import type { StoredEventType } from "../../shared/event-types.ts";
import { createHash } from "node:crypto";
import type {
  EmploymentItem,
  OpenOperation,
} from "../../shared/store/employments.ts";
import {
  isErasable,
  isFinal,
  type OperationResult,
  type WorkflowOutcome,
} from "../../shared/store/operation.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Look, RunnerRun } from "./employment-run.ts";
import { lookOf, type Situation, situationOf } from "./look.ts";
import { project } from "./projections/project.ts";

export type Recorded = {
  /** Something was said meanwhile, and the run goes on. */
  look?: Look;
  /** Of the operation of this run. */
  outcome?: WorkflowOutcome;
  /** The extras of this operation are not done. They need no runner. */
  hasExtras?: boolean;
  /** The operation is a hire that repeats another one, and the person is to be compared with it. */
  isCompared?: boolean;
};

/**
 * Step "settle": writes what the other operations of the employee come to, and releases the employee, unless something
 * was said since the look.
 *
 * @param failed - what the failure of the move comes to
 */
export function settleOthers(
  run: RunnerRun,
  look: Look,
  failed?: WorkflowOutcome,
): Promise<Recorded> {
  const { store, operation, steps, nowMs, key, findings } = run;
  const { id: by, employeeId } = operation;
  return steps.store(run.nameOf("settle"), async () => {
    const item = await run.item();
    const situation = { ...situationOf(item, run, nowMs()), move: look.move };
    const projected = project(situation, findings);
    const own = item.unfinished.find(({ id }) => id === by);
    const open: OpenOperation[] = [];
    for (const one of item.unfinished.filter((other) => other !== own)) {
      const outcome = projected.get(one.id);
      const shown = outcome && digestOf(outcome);
      if (outcome && shown !== one.shown)
        await store.operations.show(one.id, outcome, by, {
          keepsData: keepsData(one, situation),
        });
      // An execution that has ended, because this one ran, waits for the same.
      if (!outcome && failed)
        await store.operations.show(one.id, failed, by, { only: ["running"] });
      if (!outcome || !isClosed(outcome))
        open.push({ ...one, ...(shown !== undefined && { shown }) });
    }
    const outcome = own && (projected.get(own.id) ?? failed);
    if (own && outcome && !isClosed(outcome)) open.push(own);
    const { limits } = item;
    const released = await store.employments.release(
      employeeId,
      key,
      item.version,
      { set: { unfinished: open, limits: limitsAt(limits, situation) } },
    );
    if (released.applied) {
      run.memory.employment = released.item;
      const hasExtras = own !== undefined && item.extrasOf === by;
      if (outcome && isCompared(run, situation)) return { isCompared: true };
      return outcome ? { outcome } : { hasExtras };
    }
    run.memory.employment = released.item;
    return { look: lookOf(situationOf(await run.item(), run, nowMs())) };
  });
}

/**
 * Step "record": ends the operation of this run, or lets it wait, and resolves to its outcome.
 *
 * @param known - what the step "settle" came to. Undefined after the extras, which only the findings tell
 */
export function recordOwn(
  run: RunnerRun,
  known?: WorkflowOutcome,
): Promise<Pick<WorkflowOutcome, "status" | "reason">> {
  const { store, operation, steps, nowMs, findings } = run;
  const { id, type, employeeId } = operation;
  return steps.store("record", async () => {
    const found = await settle(run.item());
    // Nothing was said, because the first step failed.
    if (!found.ok && known) {
      await store.operations.finish(operation, {
        ...known,
        steps: steps.taken,
      });
      return { status: known.status, reason: known.reason };
    }
    const { extrasOf: _, ...item } = await run.item();
    const own = { id, type, atMs: nowMs() };
    const isOpen = item.unfinished.some((one) => one.id === id);
    const open = isOpen ? item.unfinished : [...item.unfinished, own];
    const situation = situationOf({ ...item, unfinished: open }, run, nowMs());
    const outcome: WorkflowOutcome = known ??
      project(situation, findings).get(id) ?? {
        status: "succeeded",
        warnings: findings.get(id)?.warnings ?? [],
      };
    const final = { ...outcome, steps: steps.taken };
    const result = resultOf(outcome, item, type);
    if (outcome.status === "succeeded" && !known)
      await store.employments.endExtras(employeeId, id);
    await store.operations.finish(
      operation,
      { ...final, ...(result && { result }) },
      keepsData(own, situation) || !isErasable(final) ? "keep" : "erase",
    );
    const { status, reason } = outcome;
    return { status, reason };
  });
}

/** Whether a hire of a person who exists changes nothing, so that the person is only compared. */
function isCompared(
  { operation, repeatedHire }: RunnerRun,
  { item, holds }: Situation,
): boolean {
  const { id, type, mayUpdate = false } = operation;
  const { is } = item.person;
  const hasPerson = is === "enabled" || is === "disabled";
  if (type !== "employee.hired" || !hasPerson || item.operationId === id)
    return false;
  const isRepeated = holds.verdicts.get(id)?.is === "repeats";
  return isRepeated ? repeatedHire === "report" || !mayUpdate : !mayUpdate;
}

/** A hire and an adoption show what the platform calls the person. Others say only who they were about. */
function resultOf(
  { status, result }: WorkflowOutcome,
  { personID: known, refs = {} }: Pick<EmploymentItem, "personID" | "refs">,
  type: StoredEventType,
): OperationResult | undefined {
  const personID = result?.personID ?? known;
  if (status === "cancelled" || personID === undefined) return result;
  const isHire = type === "employee.hired" || type === "employee.adopted";
  return { ...result, personID, refs: isHire ? refs : {} };
}

/** Whether the data of an operation is needed to create a person. */
function keepsData(
  { id }: Pick<OpenOperation, "id">,
  { item, holds }: Situation,
): boolean {
  const { is } = item.person;
  const hasPerson = is === "enabled" || is === "disabled";
  return !hasPerson && holds.fields.some(({ by }) => by === id);
}

/** A limit that no longer holds anything is asked again. */
function limitsAt(
  limits: EmploymentItem["limits"],
  { move }: Situation,
): EmploymentItem["limits"] {
  if (move.do === "nothing" && move.because?.endsWith("-limit")) return limits;
  return Object.fromEntries(
    Object.entries(limits).filter(([, last]) => last.answer === "pass"),
  );
}

function isClosed(outcome: WorkflowOutcome): boolean {
  return isFinal(outcome) && outcome.status !== "needs_attention";
}

function digestOf(outcome: WorkflowOutcome): string {
  const text = JSON.stringify(outcome);
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}
