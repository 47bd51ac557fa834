import type { StoredEventType } from "../../shared/event-types.ts";
import {
  type Employee,
  type EmployeePatch,
  fieldsOfPerson,
  type OpenOperation,
} from "../../shared/store/employee.ts";
import { isRunner } from "../../shared/store/employees.ts";
import {
  isErasable,
  isFinal,
  type Operation,
  type OperationResult,
  type WorkflowOutcome,
} from "../../shared/store/operation.ts";
import { logEnded } from "../../shared/workflow/create-workflow.ts";
import type { Findings, Look, RunnerRun } from "./employment-run.ts";
import { lookOf, type Situation, situationOf } from "./look.ts";
import { saltKeptMs } from "./extras/password.ts";
import { project } from "./projections.ts";
import { isRunningStill } from "./runner-run.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import { stateOf } from "../../shared/store/state-of.ts";
import {
  hasCome,
  isUnclear,
  isWithdrawn,
} from "../../shared/employment/timeline.ts";
import { unwrittenFields } from "../../shared/employment/next-move.ts";

/** What the run does next. Without any field, another execution ends the operation. */
export type Recorded = {
  /** The run goes on, because something was said meanwhile, or a time has come. */
  look?: Look;
  /** The operation of this run has ended or waits. */
  ended?: Ended;
  /** The extras of this operation are to be done. They need no runner. */
  hasExtras?: boolean;
  /** This record has begun the first access of the person, for the hire of this operation. */
  isFirstAccess?: boolean;
  /** The operation is a hire that repeats another one. The person is to be compared with it. */
  isCompared?: boolean;
};

type Ended = Pick<WorkflowOutcome, "status" | "reason">;

/**
 * Step "record": writes what the other operations of the employee come to, and releases the employee, unless something
 * was said since the look. Then it ends the operation of this run, or lets it wait.
 *
 * @param failed - the outcome if the move has failed or must wait
 */
export function record(
  run: RunnerRun,
  look: Look,
  failed?: WorkflowOutcome,
): Promise<Recorded> {
  const { store, operation, steps, nowMs, key, findings } = run;
  const { id: by, type, employeeId } = operation;
  return steps.store(run.nameOf("record"), async () => {
    const listed = await run.item();
    // One instant for the whole step. If a day begins while the step reads, the operation waits for that day.
    const atMs = nowMs();
    const { move, version } = look;
    // The clock that woke this run may be ahead of the clock of the look.
    const isDue = move.do === "wait" && move.untilMs <= atMs;
    // Something was said since the look, perhaps before an earlier attempt of this step.
    if (listed.version !== version || isDue)
      return { look: lookOf(situationOf(listed, run, atMs)) };
    const openEntries = await readOpen(run, listed);
    const unfinished = openEntries.map(({ entry }) => entry);
    // An earlier attempt of this step may have freed the employee, and then failed to end its own operation.
    if (!unfinished.some(({ id }) => id === by) && (await isRunningStill(run)))
      unfinished.push({ id: by, type, atMs });
    const firstAccess = beginAccess(run, { ...listed, unfinished }, atMs);
    const item = { ...listed, ...firstAccess?.set, unfinished };
    // The look may hold a deletion because of contents, which the item does not show. So its move counts.
    const situation = { ...situationOf(item, run, atMs), move: look.move };
    const projected = project(situation, findings);
    const own = item.unfinished.find(({ id }) => id === by);
    const stillOpen = await showOthers(
      run,
      situation,
      projected,
      openEntries,
      failed,
    );
    await keepDataToCome(run, situation);
    const outcome =
      own && (projected.get(by) ?? withChanges(failed, findings.get(by)));
    if (own && outcome && !isClosed(outcome)) stillOpen.push(own);
    const state = stateOf(item, atMs);
    const limits = limitsAt(situation);
    const set = { ...firstAccess?.set, unfinished: stillOpen, limits, state };
    const ending = { version: item.version, endsRun: true };
    // A creation stores the names and the salt first. If it failed and no operation waits for it, they are erased.
    const isGivenUp = item.person.is === "none" && stillOpen.length === 0;
    const remove = isGivenUp ? { remove: fieldsOfPerson } : {};
    const patch = { ...firstAccess, set, ...remove };
    const now = await store.employees.write(employeeId, key, patch, ending);
    run.memory.employment = now.item;
    // If this run is still the runner, something was said since. Else an earlier attempt of this step has freed the
    // employee, and this one goes on.
    if (!now.applied && now.item && isRunner(now.item, key))
      return { look: lookOf(situationOf(await run.item(), run, nowMs())) };
    const { extrasOf } = item;
    // Until a person who was created before the start has access, `extrasOf` may name a hire that has ended.
    const isAccessToCome =
      listed.createdFromMs !== undefined &&
      !firstAccess &&
      (item.person.is === "created" || item.person.is === "unsure");
    if (extrasOf !== undefined && extrasOf !== by && !isAccessToCome)
      await handOverExtras(run, extrasOf, firstAccess !== undefined);
    if (outcome && isCompared(run, situation)) return { isCompared: true };
    if (!outcome) {
      const hasExtras = own !== undefined && extrasOf === by;
      return {
        hasExtras,
        isFirstAccess: firstAccess !== undefined && hasExtras,
      };
    }
    return { ended: await finish(run, situation, outcome) };
  });
}

/**
 * What the item gets when a person who was created before the start gets access: the extras of the hire that counts
 * now, or of the hire that the person was created for, and the time until which the salt of their password is kept.
 */
function beginAccess(
  run: RunnerRun,
  item: Employee,
  nowMs: number,
): EmployeePatch | undefined {
  if (item.createdFromMs === undefined || item.person.is !== "enabled")
    return undefined;
  const { is, because } = situationOf(item, run, nowMs).wanted;
  if (is !== "enabled" || because === undefined) return undefined;
  // A hire has ended if its employment was over and goes on again. It has no data, so the person's own hire counts.
  const isOpen = item.unfinished.some(({ id }) => id === because);
  const hireId = isOpen ? because : (item.operationId ?? because);
  const saltUntilMs = nowMs + saltKeptMs;
  const set = { operationId: hireId, extrasOf: hireId, saltUntilMs };
  return { set, remove: ["createdFromMs"] };
}

/**
 * Lets the operation of another hire add the extras. If that operation has ended long ago, because its employment was
 * over and goes on again, it has no data any more. Then no extras are added, and the salt is not needed.
 */
async function handOverExtras(
  { store, operation: { id: by, employeeId }, madeFor }: RunnerRun,
  hireId: string,
  isFirstAccess: boolean,
): Promise<void> {
  const { operations, employees } = store;
  // If this run has created or enabled the person, no execution of the hire adds the extras.
  const isIdle = isFirstAccess || madeFor.has(hireId);
  if (await operations.retryExtras(hireId, `operation:${by}`, isIdle)) return;
  const hire = await operations.get(hireId);
  if (!hire || isClosed(hire)) await employees.endExtras(employeeId, hireId);
}

/** Step "record" of an operation that could not begin: during an outage, or because its first step failed. */
export function recordFailure(
  run: RunnerRun,
  outcome: WorkflowOutcome,
): Promise<Ended> {
  const { store, operation, steps, nowMs } = run;
  return steps.store("record", async () => {
    const item = await store.employees.get(operation.employeeId);
    if (item) return finish(run, situationOf(item, run, nowMs()), outcome);
    const all = { ...outcome, steps: steps.taken };
    await store.operations.finish(operation, all);
    return { status: outcome.status, reason: outcome.reason };
  });
}

/**
 * Step "record" after the extras of a hire or the comparison with a person, which need no runner.
 *
 * @param failed - what their failure comes to
 */
export function recordExtras(
  run: RunnerRun,
  failed?: WorkflowOutcome,
): Promise<Ended> {
  const { store, operation, steps, nowMs, findings } = run;
  const { id, type, employeeId } = operation;
  return steps.store(run.nameOf("record"), async () => {
    const { extrasOf, ...item } = await run.item();
    const others = item.unfinished.filter((one) => one.id !== id);
    const ended = {
      ...item,
      unfinished: [...others, { id, type, atMs: nowMs() }],
      // The extras of another hire are still to be added.
      ...(extrasOf !== undefined && extrasOf !== id && { extrasOf }),
    };
    const situation = situationOf(ended, run, nowMs());
    const { warnings = [], later } = findings.get(id) ?? {};
    const outcome: WorkflowOutcome = (failed && { ...failed, warnings }) ??
      project(situation, findings).get(id) ?? { status: "succeeded", warnings };
    // If nothing is postponed, the hire waits only for another day of the employee, and its extras are done.
    const isForAnotherDay =
      outcome.status === "waiting" && !failed && later === undefined;
    if (outcome.status === "succeeded" || isForAnotherDay)
      await store.employees.endExtras(employeeId, id);
    return finish(run, situation, outcome);
  });
}

/** An entry of the item's list of open operations, and the operation as our store has it. */
type Listed = { entry: OpenOperation; operation?: Operation };

/**
 * The listed operations that have not ended. An ended operation can still be in the list, if the employee was not freed
 * after its end, or if another execution of it began before. If only the operation of this run is listed, it is not
 * read.
 */
async function readOpen(
  { store, operation: { id: by } }: RunnerRun,
  { unfinished }: Employee,
): Promise<Listed[]> {
  if (unfinished.every(({ id }) => id === by))
    return unfinished.map((entry) => ({ entry }));
  const read = await Promise.all(
    unfinished.map(async (entry) => ({
      entry,
      operation: await store.operations.get(entry.id),
    })),
  );
  return read.flatMap(({ entry, operation }) =>
    operation && !isClosed(operation) ? [{ entry, operation }] : [],
  );
}

/**
 * Writes what the other operations of the employee come to. Resolves to the operations that stay open.
 *
 * @param failed - what a failure of this run comes to
 */
async function showOthers(
  { store, log, findings, operation: { id: by } }: RunnerRun,
  situation: Situation,
  projected: ReadonlyMap<string, WorkflowOutcome>,
  listed: readonly Listed[],
  failed: WorkflowOutcome | undefined,
): Promise<OpenOperation[]> {
  const { item } = situation;
  const stillOpen: OpenOperation[] = [];
  for (const { entry, operation } of listed) {
    const { id, type } = entry;
    if (id === by || !operation) continue;
    const outcome = projected.get(id);
    const digest =
      outcome && fingerprintOf(JSON.stringify(outcome)).slice(0, 8);
    const show = async (next: WorkflowOutcome, neededMs?: number) => {
      if (await store.operations.show(operation, next, by, neededMs))
        logEnded("employment", log, entry, next);
    };
    // An outcome that was shown before is not written again.
    if (outcome && digest !== entry.shown) {
      const last = { result: operation.result, ...outcome };
      const result = resultOf(last, item, type);
      const shown = {
        ...withSalt(outcome, id, item),
        ...(result && { result }),
      };
      await show(shown, neededUntilMs(id, situation));
    }
    // An employee has one runner, so no execution of a `running` operation is left. It fails or waits like this run.
    const ofRunner = withChanges(failed, findings.get(id));
    if (!outcome && ofRunner && operation.status === "running")
      await show(ofRunner);
    if (!outcome || !isClosed(outcome))
      stillOpen.push({
        ...entry,
        ...(digest !== undefined && { shown: digest }),
      });
  }
  return stillOpen;
}

/** The outcome of a failure, with what the operation has changed before. */
function withChanges(
  outcome: WorkflowOutcome | undefined,
  { result }: Findings = {},
): WorkflowOutcome | undefined {
  return outcome && result ? { ...outcome, result } : outcome;
}

/**
 * Prolongs the data of operations that have ended, if an employment to come needs it. A hire that a termination has
 * cancelled counts again when the termination is cancelled.
 */
async function keepDataToCome(
  { store }: RunnerRun,
  situation: Situation,
): Promise<void> {
  const { item, timeline, nowMs } = situation;
  const listed = item.unfinished.map(({ id }) => id);
  const ended = timeline.fields
    .map(({ by }) => by)
    .filter((by) => !listed.includes(by));
  for (const id of new Set(ended)) {
    const neededMs = neededUntilMs(id, situation) ?? nowMs;
    if (neededMs > nowMs) await store.payloads.prolong(id, neededMs);
  }
}

/** Ends the operation of this run, or lets it wait. */
async function finish(
  run: RunnerRun,
  situation: Situation,
  outcome: WorkflowOutcome,
): Promise<Ended> {
  const { store, operation, steps } = run;
  const { id, type } = operation;
  const { item } = situation;
  const result = resultOf(outcome, item, type);
  const kept = await keepSalt(run, item, outcome);
  const shown = withSalt(forOperator(outcome, id, item), id, kept);
  const untilMs = isErasable(shown) ? neededUntilMs(id, situation) : undefined;
  await store.operations.finish(
    operation,
    { ...shown, steps: steps.taken, ...(result && { result }) },
    untilMs === undefined ? undefined : { neededUntilMs: untilMs },
    // If another operation has changed the access since, the item has the fact of that one.
    item.fact?.by === id ? item.fact.is : run.told,
  );
  return { status: shown.status, reason: shown.reason };
}

/** Whether the operation is a hire that changes nothing of an existing person, so that the person is only compared. */
function isCompared(
  { operation }: RunnerRun,
  { item, timeline }: Situation,
): boolean {
  const { id, type, mayUpdate = false } = operation;
  const hasPerson = "fields" in item.person;
  if (type !== "employee.hired" || !hasPerson || item.operationId === id)
    return false;
  const said = item.statements.find((one) => one.id === id);
  const isRepeated = timeline.verdicts.get(id)?.is === "repeats";
  return isRepeated
    ? said?.kind === "hired" && !said.updatesAsRepetition
    : !mayUpdate;
}

/** What an operation shows of the person: the id, and for a hire or an adoption also the platform's refs. */
function resultOf(
  { status, result }: WorkflowOutcome,
  { personID: known, refs = {} }: Pick<Employee, "personID" | "refs">,
  type: StoredEventType,
): OperationResult | undefined {
  const personID = result?.personID ?? known;
  if (status === "cancelled" || personID === undefined) return result;
  const isHire = type === "employee.hired" || type === "employee.adopted";
  const isChange = type === "employee.changed";
  return {
    ...(isChange && { changed: [] }),
    ...result,
    personID,
    refs: isHire ? refs : {},
  };
}

/** An operator must look after a hire that failed although its person exists, or may exist. */
function forOperator(
  outcome: WorkflowOutcome,
  id: string,
  { operationId, person }: Pick<Employee, "operationId" | "person">,
): WorkflowOutcome {
  const mayExist = operationId === id && person.is !== "none";
  return outcome.status === "failed" && mayExist
    ? { ...outcome, status: "needs_attention" }
    : outcome;
}

/** Adds the time at which the scheduler erases the salt that a hire keeps for a retry. */
function withSalt(
  outcome: WorkflowOutcome,
  id: string,
  {
    operationId,
    saltUntilMs: dueAtMs,
  }: Pick<Employee, "operationId" | "saltUntilMs">,
): WorkflowOutcome {
  const isLeft =
    outcome.status === "needs_attention" || outcome.status === "cancelled";
  return isLeft && operationId === id && dueAtMs !== undefined
    ? { ...outcome, dueAtMs }
    : outcome;
}

/** While a hire is blocked, each run lets its salt be kept for longer, so that the salt outlasts the outage. */
async function keepSalt(
  { operation, store, nowMs }: RunnerRun,
  item: Omit<Employee, "extrasOf">,
  outcome: WorkflowOutcome,
): Promise<Omit<Employee, "extrasOf">> {
  const { id, employeeId, blockedSinceMs } = operation;
  const wasBlocked = "blockedBy" in outcome || blockedSinceMs !== undefined;
  const isOwn = item.operationId === id && item.saltUntilMs !== undefined;
  if (!wasBlocked || !isOwn || isErasable(outcome)) return item;
  const untilMs = nowMs() + saltKeptMs;
  const kept = await store.employees.keepSalt(employeeId, id, untilMs);
  return kept ? { ...item, saltUntilMs: untilMs } : item;
}

/** The answers to keep. When nothing is left to do and no limit holds it, a limit that held is forgotten. */
function limitsAt({ item: { limits }, move }: Situation): Employee["limits"] {
  const isAtRest = move.do === "wait" || move.do === "nothing";
  const isHeld = move.do === "nothing" && move.because?.endsWith("-limit");
  if (!isAtRest || isHeld) return limits;
  return Object.fromEntries(
    Object.entries(limits).filter(([, last]) => last.answer === "pass"),
  );
}

function isClosed(one: Pick<Operation, "status">): boolean {
  return isFinal(one) && one.status !== "needs_attention";
}

/**
 * Until when the data of an operation may be needed to create a person, or for the extras of the hire. It is kept for
 * 14 days longer. Undefined if it is not needed.
 */
function neededUntilMs(
  id: string,
  { item: { person, extrasOf }, timeline, wanted, nowMs }: Situation,
): number | undefined {
  const verdict = timeline.verdicts.get(id);
  // The repetition of an unclear rehire may count when an operator has answered.
  if (verdict?.is === "repeats" && isUnclear(timeline, id, verdict))
    return nowMs;
  // Later statements say all of it.
  if (!timeline.fields.some(({ by }) => by === id)) return undefined;
  const starts = timeline.employments
    .filter((one) => !isWithdrawn(one))
    .map(({ start }) => start);
  // A person who has the data may be deleted before the next employment begins.
  const isToCome = starts.some((start) => !hasCome(start, nowMs));
  const hasAll =
    (person.is === "enabled" || person.is === "disabled") &&
    !unwrittenFields(wanted, person.fields).some(({ by }) => by === id);
  if (hasAll && !isToCome && extrasOf === undefined) return undefined;
  return Math.max(nowMs, ...starts.map(({ dueMs }) => dueMs));
}
