import { createHash } from "node:crypto";
import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { limitNames, limitsByName } from "../../shared/store/daily-limits.ts";
import { dayMs } from "../../shared/durations.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import type { RateLimiter } from "../../shared/store/rate-limiter.ts";
import type { PlanInput } from "../../shared/workflow/execution.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import { checkList } from "./check-list.ts";
import {
  type Counts,
  isApplied,
  maxChunkRows,
  type PlanRow,
  type RowReason,
  type SentRow,
} from "./contract.ts";
import { inTurns } from "../../shared/in-turns.ts";
import {
  contextOf,
  findListSource,
  knowEmployee,
  knowRow,
  type ListsDependencies,
  type Platform,
  unknown,
} from "./lists-run.ts";
import type { Person } from "../../shared/community/person.ts";
import { driftPlan, planDrift, statesWithPerson } from "./drift.ts";
import { addAll, createPeople, type PeopleIndex } from "./people.ts";
import { planMissing } from "./plan-missing.ts";
import {
  createNames,
  type HasTwice,
  type PlannedRow,
  planRow,
  type RowContext,
  whoIs,
} from "./plan-row.ts";
import type { Plan } from "./plans.ts";
import { runningPlans } from "../../shared/store/plan-runs.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";

export type ListsRun = ListsDependencies & {
  steps: Steps;
  context: DurableContext;
  asked: PlanInput;
};

/** What a part of the rows comes to. The engine's history holds it. */
type Part = { counts: Counts; applies: Counts; digest: string };

/** Rows that are planned at the same time. Their employees are read in one request. */
const width = 100;

/** The states in which an employment goes on, or is to come. */
const employed = ["expected", "onboarding", "active", "suspended"];

export async function makePlan(run: ListsRun): Promise<void> {
  const { steps } = run;
  const checked = await steps.store("check list", () => check(run));
  if (!checked.isGood) return;
  const { chunks } = checked;
  const memory = createMemory(run);
  const parts: Part[] = [];
  for (let chunk = 0; chunk < chunks; chunk++)
    parts.push(
      await steps.idempotent(stepOfRound("plan rows", chunk + 1), () =>
        planChunk(run, chunk, memory),
      ),
    );
  const missing = await steps.idempotent("find missing", () =>
    findMissing(run, chunks),
  );
  await finishPlan(run, [...parts, ...missing.parts]);
}

/** Makes the plan of a drift: the employees whose person is not as our store knows it. */
export async function makeDrift(run: ListsRun): Promise<void> {
  const { parts } = await run.steps.idempotent("find drift", () =>
    findDrift(run),
  );
  await finishPlan(run, parts);
}

async function finishPlan(run: ListsRun, all: readonly Part[]): Promise<void> {
  const { steps, asked, plans } = run;
  const { planId } = asked;
  await steps.store("finish plan", async () => {
    const plan = await plans.get(planId);
    // An earlier attempt has finished it.
    if (plan?.status === "applying" && plan.run === asked.run + 1)
      return startNext(run);
    if (plan?.status !== "planning" || plan.run !== asked.run) return;
    const { source, asOfMs, isWhole, phase } = plan;
    const applies = sumOf(all.map((one) => one.applies));
    const digest = digestOf([
      [planId, source, asOfMs, isWhole, phase],
      ...all.map((one) => one.digest),
    ]);
    const limits = limitsByName(run.settings);
    const usages = await Promise.all(
      limitNames.map(async (name) => ({
        name,
        ...(await run.store.dailyLimits.usage(name, limits[name])),
      })),
    );
    const made = {
      counts: sumOf(all.map((one) => one.counts)),
      applies,
      digest,
      limits: usages,
      rowChunks: all.length,
    };
    // Each write before the last one can be repeated, also by another execution.
    await plans.move(planId, ["planning"], made, asked.run);
    const isEmpty = Object.keys(applies).length === 0;
    if (isEmpty) await plans.endOfPlan(plan);
    else await plans.keepValues(plan);
    if (isEmpty) return endAsApplied(run, plan);
    const { isInUse = false } = (await plans.source(source)) ?? {};
    if (plan.origin !== "pull" || !isInUse) return endAs(run, "planned");
    // Nobody approves it, so the daily limits count for each of its ends and renames.
    await plans.move(planId, ["planning"], beginOf(run), asked.run);
    return startNext(run);
  });
}

/** Starts the execution of the next count. */
export function startNext({ asked, startPlan }: ListsRun): Promise<void> {
  return startPlan({ ...asked, run: asked.run + 1 });
}

/** An apply of a pull, which nobody approves. */
function beginOf({ asked, nowMs }: ListsRun): Partial<Plan> {
  return {
    status: "applying",
    run: asked.run + 1,
    approvedUntilMs: nowMs() + dayMs,
    startedAtMs: nowMs(),
  };
}

async function endAs(
  { plans, asked, log, nowMs }: ListsRun,
  status: "planned" | "applied",
): Promise<void> {
  const { planId: operationId } = asked;
  const set = { status, ...(status === "applied" && { endedAtMs: nowMs() }) };
  await plans.move(operationId, runningPlans, set, asked.run);
  log.info("plan ended", { operationId, status });
}

/** The next plan of the source knows of this one by now. */
export async function endAsApplied(run: ListsRun, plan: Plan): Promise<void> {
  await run.plans.deleteValues(plan);
  await endAs(run, "applied");
}

/** @throws StepFailure when the plan is not that of this execution any more */
export async function planOf({ plans, asked }: ListsRun): Promise<Plan> {
  const plan = await plans.get(asked.planId);
  if (!plan) throw new StepFailure("data-erased");
  const isAtWork = plan.status === "planning" || plan.status === "reading";
  if (!isAtWork || plan.run !== asked.run)
    throw new StepFailure("execution-lost");
  return plan;
}

/** Reads all rows once, and refuses the list if it is not as it must be. */
async function check(
  run: ListsRun,
): Promise<{ isGood: boolean; chunks: number }> {
  const { plans } = run;
  const plan = await planOf(run);
  const source = await findListSource(run, plan.source);
  const context = contextOf(run, source, plan);
  const state = await plans.source(plan.source);
  if (state?.lastPlan === plan.id) {
    // An earlier execution has made a plan of it that changes nothing.
    await endAsApplied(run, plan);
    return { isGood: false, chunks: 0 };
  }
  const rows: { line: number; employeeId: string | undefined }[] = [];
  for (let chunk = 0; chunk < plan.chunks; chunk++)
    for (const row of await rowsOf(run, plan, chunk))
      rows.push({ line: row[0], employeeId: whoIs(row, context)?.employeeId });
  const { columns, isWhole, asOfMs, expectRows, rows: sent, sinceMs } = plan;
  const findings = checkList(
    {
      columns,
      isWhole,
      isOfChanges: sinceMs !== undefined,
      asOfMs,
      expectRows: expectRows ?? sent,
      rows,
      known: source.known,
      last: state?.lastWhole,
    },
    source.map,
  );
  const isGood = findings.length === 0;
  if (!isGood) await plans.deleteValues(plan);
  const set = {
    status: isGood ? ("planning" as const) : ("refused" as const),
    findings,
    phase: state ? ("all" as const) : ("match" as const),
    basis: state?.version ?? 0,
    rows: rows.length,
    done: 0,
    ...(!isGood && { endedAtMs: run.nowMs() }),
  };
  const moved = await plans.move(plan.id, ["planning"], set, run.asked.run);
  return { isGood: isGood && moved !== undefined, chunks: plan.chunks };
}

/** @throws StepFailure `data-erased` */
export async function rowsOf(
  { plans }: Pick<ListsDependencies, "plans">,
  plan: Plan,
  chunk: number,
): Promise<SentRow[]> {
  const rows = await plans.chunk(plan, chunk);
  if (!rows) throw new StepFailure("data-erased");
  return rows;
}

/** What all parts of a plan need. It is read again when another sandbox goes on. */
function createMemory(run: ListsRun) {
  let people: Promise<PeopleIndex> | undefined;
  let earlier: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  let matches: Promise<ReadonlyMap<string, string>> | undefined;
  let names: Promise<HasTwice> | undefined;
  return {
    async people(): Promise<PeopleIndex> {
      people ??= readPeople(run).catch((error: unknown) => {
        people = undefined;
        throw error;
      });
      return people;
    },
    earlier: (plan: Plan) => (earlier ??= ledToEarlier(run, plan)),
    matches: (plan: Plan) => (matches ??= run.plans.matches(plan.id)),
    names: (plan: Plan, context: RowContext) =>
      (names ??= readNames(run, plan, context)),
  };
}
type Memory = ReturnType<typeof createMemory>;

async function readPeople(run: ListsRun): Promise<PeopleIndex> {
  const people = createPeople();
  const { service } = run.platformAuth;
  await addAll(
    people,
    () => service.people.list({ count: 100, startIndex: 0 }).page(),
    () => reserveCall(run, run.store.rateLimiter, run.callsPerSecond),
  );
  return people;
}

/** Waits within a step until one more call may be made. */
export async function reserveCall(
  { nowMs, sleepMs }: Pick<ListsDependencies, "nowMs" | "sleepMs">,
  rateLimiter: RateLimiter,
  callsPerSecond: number | undefined,
): Promise<void> {
  if (callsPerSecond === undefined) return;
  const { beginAtMs } = await rateLimiter.reserve(1, callsPerSecond, "other");
  await sleepMs(Math.max(0, beginAtMs - nowMs()));
}

/** The rows that are compared for which it is not worth while to read all people of the platform. */
const fewRows = 200;

/** The people of the platform. Names are found among all of them, because the platform finds a person by id only. */
function platformOf(run: ListsRun, plan: Plan, memory: Memory): Platform {
  const { changed = fewRows + 1 } = plan;
  return {
    person: async (id) => {
      if (changed > fewRows) return (await memory.people()).find(id);
      await reserveCall(run, run.store.rateLimiter, run.callsPerSecond);
      return run.platformAuth.service.people.find(id);
    },
    named: async (names) => (await memory.people()).named(names),
  };
}

/** The names of all rows. */
async function readNames(
  run: ListsRun,
  plan: Plan,
  context: RowContext,
): Promise<HasTwice> {
  const names = createNames(context);
  for (let chunk = 0; chunk < plan.chunks; chunk++)
    names.add(await rowsOf(run, plan, chunk));
  return names.end();
}

/** The operations to which the last plan of the source led, by employee. Some of them may not have run yet. */
async function ledToEarlier(
  { plans }: ListsRun,
  { source }: Plan,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const state = await plans.source(source);
  const last = state && (await plans.get(state.lastPlan));
  for (let chunk = 0; chunk < (last?.rowChunks ?? 0); chunk++) {
    const { planned, applied } = await plans.rowsOf(last?.id ?? "", chunk);
    for (const { employeeId, ledTo } of [...planned, ...applied])
      if (employeeId !== undefined && ledTo) found.set(employeeId, ledTo);
  }
  return found;
}

async function planChunk(
  run: ListsRun,
  chunk: number,
  memory: Memory,
): Promise<Part> {
  const plan = await planOf(run);
  const source = await findListSource(run, plan.source);
  const context = contextOf(run, source, plan);
  const earlier = await memory.earlier(plan);
  const matches = await memory.matches(plan);
  const hasTwice = await memory.names(plan, context);
  const platform = platformOf(run, plan, memory);
  const sent = await rowsOf(run, plan, chunk);
  const rows = await inTurns(sent, width, async (row) => {
    if (row[3]?.same !== undefined) return planRow(row, unknown, context).row;
    const who = whoIs(row, context);
    const id = who?.employeeId ?? "";
    const also = earlier.get(id) ?? [];
    const decided = matches.get(id);
    const isNamedTwice = hasTwice(who);
    const how = { also, decided, isNamedTwice, platform };
    const known = await knowRow(run, who, how);
    const planned = planRow(row, known, context).row;
    return planned.kind === "pending" && also.length > 0
      ? { ...planned, ledTo: [...also] }
      : planned;
  });
  // A repeated step counts its rows twice, until the plan is made.
  const done = Math.min(plan.done + rows.length, plan.rows ?? 0);
  await run.plans.move(plan.id, ["planning"], { done }, run.asked.run);
  return store(run, plan, chunk, rows);
}

/** Stores the rows of a part, and counts them. */
async function store(
  { plans }: ListsRun,
  { id, origin, phase, run }: Plan,
  chunk: number,
  rows: readonly PlanRow[],
): Promise<Part> {
  const inPhase = rows.map((row) =>
    phase === "match" && row.kind !== "adopt" && isApplied(row)
      ? { ...row, reason: "first-plan" satisfies RowReason }
      : row,
  );
  if (!(await plans.putRows({ id, origin }, chunk, inPhase, run)))
    throw new StepFailure("execution-lost");
  return {
    counts: countOf(inPhase),
    applies: countOf(inPhase.filter(isApplied)),
    digest: digestOf(inPhase),
  };
}

/** Employees who are not in a whole list. They follow the rows of the list, in parts of the same size. */
async function findMissing(
  run: ListsRun,
  chunks: number,
): Promise<{ parts: Part[] }> {
  const plan = await planOf(run);
  if (!plan.isWhole || plan.phase === "match") return { parts: [] };
  const source = await findListSource(run, plan.source);
  const context = contextOf(run, source, plan);
  const listed = await idsIn(run, plan.id, chunks, () => true);
  const wasMissing = await missingBefore(run, plan);
  const claimed = await claimedPersons(run, plan.id, chunks);
  const found: PlanRow[] = [];
  const ours = employeesIn(run, employed, listed, plan.source);
  for await (const absent of ours) {
    const rows = await inTurns(absent, width, async (id) => {
      const known = await knowEmployee(run, id, []);
      const planned = planMissing(id, known, wasMissing.has(id), context);
      const { personID = "" } = known.item ?? {};
      return planned && claimed.has(personID)
        ? heldMissing(planned.row)
        : planned?.row;
    });
    found.push(...rows.filter((row) => row !== undefined));
  }
  return storeAll(run, plan, chunks, found);
}

/**
 * The employees in these states, page by page. One whose state changes meanwhile is told once.
 *
 * @param told - who is left out. Who is told is added
 * @param hiredBy - only employees whom this caller has hired
 */
async function* employeesIn(
  { lists }: ListsRun,
  states: readonly string[],
  told: Set<string>,
  hiredBy?: string,
): AsyncGenerator<string[]> {
  for (const state of states) {
    let position: Position;
    do {
      const size = maxChunkRows;
      const page = await lists.employees(state, size, position, hiredBy);
      const ids = (page?.employeeIds ?? []).filter((id) => !told.has(id));
      for (const id of ids) told.add(id);
      yield ids;
      position = page?.next;
    } while (position !== undefined);
  }
}

async function storeAll(
  run: ListsRun,
  plan: Plan,
  firstChunk: number,
  found: readonly PlanRow[],
): Promise<{ parts: Part[] }> {
  const parts: Part[] = [];
  for (let from = 0; from < found.length; from += maxChunkRows)
    parts.push(
      await store(
        run,
        plan,
        firstChunk + parts.length,
        found.slice(from, from + maxChunkRows),
      ),
    );
  return { parts };
}

/** Compares each employee who has a person with the people of the platform. */
async function findDrift(run: ListsRun): Promise<{ parts: Part[] }> {
  const plan = await planOf(run);
  const people = await readPeople(run);
  const found: PlanRow[] = [];
  const compared = new Set<string>();
  for await (const ids of employeesIn(run, statesWithPerson, compared)) {
    const rows = await inTurns(ids, width, (id) =>
      driftOf(run, found.length, id, async (personID) => people.find(personID)),
    );
    found.push(...rows.flatMap((one) => one?.row ?? []));
  }
  const { id, source } = plan;
  const set = {
    rows: compared.size,
    done: compared.size,
    phase: driftPlan.phase,
  };
  const state = await run.plans.source(source);
  const basis = state?.version ?? 0;
  await run.plans.move(id, ["planning"], { ...set, basis }, run.asked.run);
  const numbered = found.map((row, nth) => ({ ...row, line: nth + 1 }));
  return storeAll(run, { ...plan, ...set }, 0, numbered);
}

/** What an employee's person differs in now. */
export async function driftOf(
  run: ListsRun,
  line: number,
  employeeId: string,
  personOf: (id: string) => Promise<Person | undefined>,
): Promise<PlannedRow | undefined> {
  const { item, isKnownEmail } = await knowEmployee(run, employeeId, []);
  if (!item) return undefined;
  const { personID } = item;
  const shown = personID === undefined ? undefined : await personOf(personID);
  const atMs = run.nowMs();
  return planDrift(line, employeeId, item, shown, isKnownEmail, atMs);
}

/** The employee's person is that of another row of the list, so the id of the employee may have changed. */
function heldMissing({ line, employeeId }: PlanRow): PlanRow {
  const reason: RowReason = "other-id";
  return { line, ...(employeeId && { employeeId }), kind: "missing", reason };
}

/** The people who have the names of a row that is a conflict. */
async function claimedPersons(
  { plans }: ListsRun,
  id: string,
  chunks: number,
): Promise<Set<string>> {
  const claimed = new Set<string>();
  for (let chunk = 0; chunk < chunks; chunk++) {
    const { planned } = await plans.rowsOf(id, chunk);
    for (const { kind, persons = [] } of planned)
      if (kind === "conflict") for (const one of persons) claimed.add(one);
  }
  return claimed;
}

type Position = Parameters<ListsDependencies["lists"]["employees"]>[2];

/** The employees who were missing in the last whole list that was applied. */
export async function missingBefore(
  run: Pick<ListsDependencies, "plans">,
  { source }: Plan,
): Promise<ReadonlySet<string>> {
  const { lastWhole } = (await run.plans.source(source)) ?? {};
  const last = lastWhole && (await run.plans.get(lastWhole.plan));
  if (!last) return new Set();
  return idsIn(run, last.id, last.rowChunks, ({ line }) => line === 0);
}

async function idsIn(
  { plans }: Pick<ListsDependencies, "plans">,
  id: string,
  chunks: number,
  isWanted: (row: PlanRow) => boolean,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let chunk = 0; chunk < chunks; chunk++) {
    const { planned } = await plans.rowsOf(id, chunk);
    for (const row of planned)
      if (isWanted(row) && row.employeeId !== undefined)
        ids.add(row.employeeId);
  }
  return ids;
}

function countOf(rows: readonly PlanRow[]): Counts {
  const counts: Counts = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts))
      sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

function digestOf(value: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(value));
  return digest.digest("base64url");
}
