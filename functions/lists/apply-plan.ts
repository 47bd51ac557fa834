import { isDeepStrictEqual } from "node:util";
import type { KnownRuling } from "../../shared/employment/statement.ts";
import { dayMs } from "../../shared/durations.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { dayOf, saidDataSchema } from "../../shared/person/word-of-event.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import { createIntake } from "../../shared/webhook/intake.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import { instantOf } from "../../shared/zoned-time.ts";
import { useCaseEvents } from "../events/event.ts";
import type { MappedDocument } from "../events/map-record.ts";
import {
  type DoneRow,
  isApplied,
  type PlanRow,
  type SentRow,
} from "./contract.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { digestRows } from "./digest-rows.ts";
import { driftCaller } from "./drift.ts";
import { driftOf } from "./find-drift.ts";
import { endAsApplied, startNext } from "./finish-plan.ts";
import { knowEmployee, knowRow, lookAt } from "./know-row.ts";
import {
  contextOf,
  type ListsRun,
  readPerson,
  reservesAgain,
  rowsOf,
} from "./lists-run.ts";
import { missingBefore } from "./make-plan.ts";
import type { EventCaller } from "../../shared/rights-of-caller.ts";
import { planMissing } from "./plan-missing.ts";
import { planRow, type PlannedRow } from "./plan-row.ts";
import type { RowContext } from "./row-context.ts";
import { whoIs } from "./row-names.ts";
import type { Plan } from "./plan.ts";

/** One step applies at most this many rows. If an operator stops the plan, the step ends first. */
const rowsOfStep = 25;
/** One execution has at most this many steps, because the engine's history has a limit. The next execution goes on. */
const stepsOfExecution = 200;
/** Without a rate limit of the platform, this is the pause between two steps. */
const pauseSeconds = 2;
const rowsAtOnce = 5;

/**
 * Applies a plan. Each row is decided again when its turn comes. If it comes to something else then, it is skipped. The
 * plan notes the rows that are done, so that any execution can go on.
 */
export async function applyPlan(run: ListsRun): Promise<void> {
  const { steps } = run;
  const countCalls = () => countReads(run);
  let hasAccepted = false;
  for (let round = 1; round <= stepsOfExecution; round++) {
    // The next rows wait for their turn, so that events of other senders are not late.
    await waitForReservation(run, "other", countCalls);
    if (run.callsPerSecond === undefined && hasAccepted)
      await run.context.wait("pace", { seconds: pauseSeconds });
    const part = await steps.idempotent(
      stepOfRound("apply rows", round),
      () => applyPart(run),
      reservesAgain(run, countCalls),
    );
    if (part.ends === "stopped") return;
    if (part.ends === "applied") {
      await steps.store("finish plan", () => endApply(run));
      return;
    }
    ({ hasAccepted } = part);
  }
  await steps.store("go on", async () => {
    const { asked, plans } = run;
    const next = { run: asked.run + 1 };
    await plans.change(asked.planId, ["applying"], next, asked.run);
    await startNext(run);
  });
}

async function endApply(run: ListsRun): Promise<void> {
  const plan = await planAtWork(run);
  if (!plan) return;
  await run.plans.noteEndOfPlan(plan);
  await endAsApplied(run, plan);
}

/** The plan, as long as this execution applies it. */
async function planAtWork({ plans, asked }: ListsRun) {
  const plan = await plans.get(asked.planId);
  const isAtWork = plan?.status === "applying" && plan.run === asked.run;
  return isAtWork ? plan : undefined;
}

/** How many people the next rows read. A new employee has no person, and a missing one (line 0) is not compared. */
async function countReads(run: ListsRun): Promise<number> {
  const plan = await run.plans.get(run.asked.planId);
  const { part } = plan ? await findNext(run, plan) : {};
  const read = part?.next.filter(
    ({ kind, line }) => kind !== "create" && line !== 0,
  );
  return read?.length ?? 0;
}

/** The result of a step. The engine's history contains it. */
type AppliedPart = {
  /** The events of rows were accepted. */
  hasAccepted: boolean;
  /** `stopped`: an operator has stopped the plan, its approval has expired, or another execution does the rest. */
  ends?: "applied" | "stopped";
};

async function applyPart(run: ListsRun): Promise<AppliedPart> {
  const { plans, asked } = run;
  const plan = await planAtWork(run);
  if (!plan) return { hasAccepted: false, ends: "stopped" };
  if (run.nowMs() >= (plan.approvedUntilMs ?? 0)) {
    const { id: operationId, status } = plan;
    const reason = "expired";
    if (await plans.end(plan, reason))
      run.log.error("plan ended", { operationId, status, reason });
    return { hasAccepted: false, ends: "stopped" };
  }
  const { behind, part } = await findNext(run, plan);
  const done = part ? await applyRows(run, plan, behind.parts, part) : [];
  const { accepted, skipped } = sumOf(behind, [
    ...(part?.applied ?? []),
    ...done,
  ]);
  const set = { behind, accepted, skipped };
  // An operator who stops the plan during the step sees its rows in the counts, too.
  const stopped = { ...set, status: "stopped" } as const;
  if (!(await plans.change(plan.id, ["applying"], set, asked.run)))
    await plans.change(plan.id, ["stopped"], stopped, asked.run);
  return {
    hasAccepted: done.some(({ ledTo }) => ledTo !== undefined),
    ...(!part && { ends: "applied" }),
  };
}

function sumOf(
  { parts, accepted, skipped }: Plan["behind"],
  done: readonly DoneRow[],
  newParts = 0,
): Plan["behind"] {
  const led = done.filter(({ ledTo }) => ledTo !== undefined).length;
  return {
    parts: parts + newParts,
    accepted: accepted + led,
    skipped: skipped + done.length - led,
  };
}

/**
 * The next rows to do, and the counts of the parts that are done. `behind.parts` is the number of the part of these
 * rows. The plan may not have noted the last parts yet.
 */
async function findNext(
  run: ListsRun,
  plan: Plan,
): Promise<{ behind: Plan["behind"]; part?: NextRows | undefined }> {
  let { behind } = plan;
  let part = await nextRows(run, plan, behind.parts);
  while (part && part.next.length === 0) {
    behind = sumOf(behind, part.applied, 1);
    part = await nextRows(run, plan, behind.parts);
  }
  return { behind, part };
}

type NextRows = { next: PlanRow[]; applied: DoneRow[]; version: number };

/** The rows of a part that are not done. Undefined after the last part. */
async function nextRows(
  { plans }: ListsRun,
  { id, rowChunks }: Plan,
  chunk: number,
): Promise<NextRows | undefined> {
  if (chunk >= rowChunks) return undefined;
  const { planned, applied, version } = await plans.rowsOf(id, chunk);
  const isDone = (row: PlanRow) =>
    applied.some(
      (one) => one.line === row.line && one.employeeId === row.employeeId,
    );
  const next = planned.filter((row) => isApplied(row) && !isDone(row));
  return { next: next.slice(0, rowsOfStep), applied, version };
}

async function applyRows(
  run: ListsRun,
  plan: Plan,
  chunk: number,
  { next, applied, version }: NextRows,
): Promise<DoneRow[]> {
  const { plans } = run;
  const context =
    plan.origin === "drift" ? undefined : await contextOf(run, plan);
  const lines = new Set(next.map(({ line }) => line));
  const all = chunk < plan.chunks ? await rowsOf(run, plan, chunk) : [];
  const ofStep = all.filter(([line]) => lines.has(line));
  const sent = context ? await digestRows(run, ofStep, context) : ofStep;
  const byLine = new Map(sent.map((row) => [row[0], row]));
  // The parts after those of the upload have the missing employees.
  const wasMissing =
    chunk < plan.chunks ? new Set<string>() : await missingBefore(run, plan);
  const matches = await plans.matches(plan.id);
  const turns = await inTurns(next, rowsAtOnce, (row) =>
    applyRow(run, plan, context, row, {
      sent: byLine.get(row.line),
      wasMissing: wasMissing.has(row.employeeId ?? ""),
      decided: matches.get(row.employeeId ?? ""),
    }),
  );
  const done = turns.filter((one) => one !== undefined);
  // Another execution has done rows of this part. The next attempt reads them.
  if (!(await plans.putApplied(plan.id, chunk, [...applied, ...done], version)))
    throw new StepFailure("interrupted", { retryable: true });
  return done;
}

/** What is read for a row when its turn comes. */
type Turn = {
  /** The row of the upload. Absent for an employee who is missing in the list. */
  sent: SentRow | undefined;
  /** The employee was missing in the last whole list, too. */
  wasMissing: boolean;
  /** The person who is the employee, as an operator has decided. */
  decided: string | undefined;
};

/**
 * Decides a row again, and accepts its events if it comes to the same. Repeating it accepts nothing twice.
 *
 * @param context - undefined for a drift, which has no list
 * @returns undefined if the plan was stopped before
 */
async function applyRow(
  run: ListsRun,
  plan: Plan,
  context: RowContext | undefined,
  row: PlanRow,
  turn: Turn,
): Promise<DoneRow | undefined> {
  const caller = context?.source ?? driftCaller(plan);
  const { line, employeeId, events = [] } = row;
  const keys = { line, ...(employeeId !== undefined && { employeeId }) };
  const ids = events.map((type) =>
    operationIdOf(caller.name, deliveryIdOf(plan, row, type)),
  );
  const found = await Promise.all(
    ids.map((id) => run.store.operations.get(id)),
  );
  if (found.every((one) => one !== undefined)) return { ...keys, ledTo: ids };
  const now = await planAgain(run, context, row, turn);
  // An earlier attempt has accepted the first events, which have changed what the row comes to.
  const isBegun = found.some((one) => one !== undefined);
  // The digest is that of the values, which no event changes.
  const isSame = isBegun
    ? now?.row.digest === row.digest
    : isDeepStrictEqual(now?.row, row);
  if (!now || !isSame) return { ...keys, skipped: "moved" };
  if (!(await planAtWork(run))) return undefined;
  const ledTo = await accept(run, plan, caller, row, now.documents);
  return ledTo ? { ...keys, ledTo } : { ...keys, skipped: "moved" };
}

function deliveryIdOf(
  { id }: Plan,
  { line, employeeId = "" }: PlanRow,
  type: string,
): string {
  return `${id}#${line}#${employeeId}#${type}`;
}

/** What the row comes to now. */
async function planAgain(
  run: ListsRun,
  context: RowContext | undefined,
  row: PlanRow,
  { sent, wasMissing, decided }: Turn,
): Promise<PlannedRow | undefined> {
  const person = (id: string) => readPerson(run, id);
  if (!context)
    return driftOf(
      run,
      row.line,
      row.employeeId ?? "",
      async (id) => (await lookAt(person(id))).shown,
    );
  if (row.line === 0) {
    const id = row.employeeId ?? "";
    const known = await knowEmployee(run, id);
    return planMissing(id, known, wasMissing, context);
  }
  if (!sent) return undefined;
  const [personID] = row.kind === "adopt" ? (row.persons ?? []) : [];
  const matched =
    personID === undefined ? undefined : (await lookAt(person(personID))).shown;
  const known = await knowRow(run, whoIs(sent, context), {
    decided,
    platform: {
      person,
      // As if both names agreed, because the operation of the adoption checks them itself.
      named: async () => (matched ? [{ person: matched, agrees: "both" }] : []),
    },
  });
  return planRow(sent, known, context);
}

/**
 * Accepts the events of a row, as a receiver accepts events.
 *
 * @returns the operations. Undefined if the row does not mean one of its events any more
 */
async function accept(
  run: ListsRun,
  plan: Plan,
  caller: EventCaller,
  row: PlanRow,
  documents: readonly MappedDocument[],
): Promise<string[] | undefined> {
  const { settings, nowMs } = run;
  const submit = createIntake(useCaseEvents(settings.statusMaxLength), {
    ...run,
    zone: settings.zone,
  });
  const ledTo: string[] = [];
  const byType = new Map(documents.map((one) => [one.type, one]));
  for (const type of row.events ?? []) {
    const deliveryId = deliveryIdOf(plan, row, type);
    const id = operationIdOf(caller.name, deliveryId);
    const document = byType.get(type);
    // Without a document, the row does not mean the event any more. An earlier attempt may have accepted it.
    if (!document && !(await run.store.operations.get(id))) return undefined;
    if (document) {
      const result = await submit({
        caller,
        document,
        deliveryId,
        // A repeated event is no conflict, although its document can have a newer time.
        fingerprint: fingerprintOf(deliveryId),
        ruling: rulingFor(document, row, plan, nowMs(), settings.zone),
      });
      if (result.outcome === "invalid" || result.outcome === "forbidden")
        throw new StepFailure("record-invalid");
    }
    ledTo.push(id);
  }
  return ledTo;
}

/** The event of each kind that an approval grants, and the daily limit that it passes. */
const granted: Readonly<
  Record<string, { type: string; limit: "disable" | "rename" }>
> = {
  end: { type: "employee.terminated", limit: "disable" },
  rename: { type: "employee.changed", limit: "rename" },
};

/**
 * The approval of the plan lets its ends and renames pass the daily limits while it is valid, and an end until a day
 * after its last day. A rename in a row of another kind does not pass, because the approval did not count it.
 */
function rulingFor(
  { type, data }: MappedDocument,
  { kind }: PlanRow,
  { id, approvals, approvedUntilMs = 0 }: Plan,
  atMs: number,
  zone: string,
): ((operationId: string) => KnownRuling) | undefined {
  const grant = granted[kind];
  if (approvals.length === 0 || grant?.type !== type) return undefined;
  const { lastDay } = saidDataSchema.parse(data);
  const endMs = lastDay ? instantOf(lastDay, "end", zone) : 0;
  const untilMs = Math.max(approvedUntilMs, endMs + dayMs);
  return (about) => ({
    kind: "ruled",
    id: `${about} ${id}`,
    atMs,
    ownDay: dayOf(atMs, zone),
    about,
    ruling: "granted",
    limit: grant.limit,
    untilMs,
  });
}
