import { createMemo } from "../../shared/memo.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import { type CheckedList, checkList } from "./check-list.ts";
import type { PlanRow, RowReason } from "./contract.ts";
import { digestRows } from "./digest-rows.ts";
import {
  endAsApplied,
  finishPlan,
  type Part,
  storeAll,
  storeRows,
} from "./finish-plan.ts";
import { knowEmployee, knowRow, noFacts, type Platform } from "./know-row.ts";
import {
  contextOf,
  employed,
  employeesIn,
  type ListsDependencies,
  type ListsRun,
  planOf,
  readPerson,
  reservesAgain,
  rowsOf,
  maxRead,
} from "./lists-run.ts";
import { planMissing } from "./plan-missing.ts";
import { isIgnoredRow, planRow } from "./plan-row.ts";
import { createNameCounter, type HasTwice, whoIs } from "./row-names.ts";
import type { Plan } from "./plan.ts";
import { planScheduler } from "./pull.ts";
import { type LoadPeople, readPeople } from "./read-people.ts";

/** Checks the uploaded list, decides what each row comes to, finds the missing employees, and ends the plan. */
export async function makePlan(run: ListsRun): Promise<void> {
  const { steps } = run;
  const checked = await steps.store("check list", () => checkUpload(run));
  if (!checked.mayPlan) return;
  const { chunks, changed } = checked;
  const memory = createMemory(run);
  const parts: Part[] = [];
  let people = changed > fewRows ? await readPeople(run) : undefined;
  // Without all people, a changed row reads about one person. `readPeople` reserves its own calls.
  const countCalls = async () => changed;
  if (!people && changed > 0)
    await waitForReservation(run, "other", countCalls);
  for (let round = 1; parts.length < chunks; round++) {
    const part = await steps.idempotent(
      stepOfRound("plan rows", round),
      () => planChunk(run, parts.length, memory, people).catch(needsPeople),
      people || changed === 0 ? {} : reservesAgain(run, countCalls),
    );
    if (part === "needs people") people = await readPeople(run);
    else parts.push(part);
  }
  const missing = await steps.idempotent("find missing", () =>
    findMissing(run, chunks),
  );
  await finishPlan(run, [...parts, ...missing.parts]);
}

/** Reads all rows once, and refuses the list if it has findings. */
async function checkUpload(
  run: ListsRun,
): Promise<{ mayPlan: boolean; chunks: number; changed: number }> {
  const { plans } = run;
  const plan = await planOf(run);
  const context = await contextOf(run, plan);
  const state = await plans.source(plan.source);
  if (state?.lastPlan === plan.id) {
    // The plan changes nothing, and so counts as applied. An earlier execution noted that, and could not end the plan.
    await endAsApplied(run, plan);
    return { mayPlan: false, chunks: 0, changed: 0 };
  }
  const rows: CheckedList["rows"][number][] = [];
  for (let chunk = 0; chunk < plan.chunks; chunk++)
    for (const row of await rowsOf(run, plan, chunk))
      rows.push({
        line: row[0],
        employeeId: whoIs(row, context)?.employeeId,
        isIgnored: isIgnoredRow(row, context),
      });
  const { columns, isWhole, asOfMs, expectRows, sinceMs } = plan;
  const findings = checkList(
    {
      columns,
      isWhole,
      isOfChanges: sinceMs !== undefined,
      asOfMs,
      expectRows: expectRows ?? plan.rows,
      isCounted: expectRows !== undefined,
      ...(plan.origin === "pull" && { pulled: plan.source }),
      rows,
      known: context.known,
      last: state?.lastWhole,
    },
    context.source.map,
  );
  const isGood = findings.length === 0;
  if (!isGood) await plans.deleteValues(plan);
  // Without an operator who sees the refusal, the log must have it.
  if (!isGood && plan.createdBy === planScheduler)
    run.log.error("plan ended", {
      operationId: plan.id,
      status: "refused",
      reason: "list-refused",
    });
  const set = {
    status: isGood ? ("planning" as const) : ("refused" as const),
    findings,
    // The first plan of a source only links people with employees.
    phase: state?.lastPlan ? ("all" as const) : ("match" as const),
    sourceVersion: state?.version ?? 0,
    rows: rows.length,
    done: 0,
    ...(!isGood && { endedAtMs: run.nowMs() }),
  };
  const moved = await plans.change(plan.id, ["planning"], set, run.asked.run);
  return {
    mayPlan: isGood && moved !== undefined,
    chunks: plan.chunks,
    // An upload does not say how many rows have changed. With more than `fewRows`, all people are read.
    changed: plan.changed ?? fewRows + 1,
  };
}

/** Values that all parts of a plan need. An execution that goes on in another sandbox reads them again. */
function createMemory(run: ListsRun) {
  const planned = createMemo(() => planOf(run));
  return {
    matches: createMemo(() => run.plans.matches(run.asked.planId)),
    names: createMemo(async () => readNames(run, await planned.get())),
  };
}
/** A pull with at most this many changed rows reads single people first, and all people only if a row needs them. */
const fewRows = 200;

/** A row needs all people of the platform, and they are not read yet. */
class PeopleUnread extends Error {}

function needsPeople(error: unknown): "needs people" {
  if (error instanceof PeopleUnread) return "needs people";
  throw error;
}

/** The people of the platform. Names are found among all of them, because the platform finds a person by id only. */
function platformOf(run: ListsRun, people?: LoadPeople): Platform {
  const all = async () => {
    if (!people) throw new PeopleUnread();
    return people();
  };
  return {
    person: async (id) =>
      people ? (await people()).find(id) : readPerson(run, id),
    named: async (names) => (await all()).named(names),
  };
}

async function readNames(run: ListsRun, plan: Plan): Promise<HasTwice> {
  const names = createNameCounter(await contextOf(run, plan));
  for (let chunk = 0; chunk < plan.chunks; chunk++)
    names.add(await rowsOf(run, plan, chunk));
  return names.finish();
}

async function planChunk(
  run: ListsRun,
  chunk: number,
  memory: ReturnType<typeof createMemory>,
  people: LoadPeople | undefined,
): Promise<Part> {
  const plan = await planOf(run);
  const context = await contextOf(run, plan);
  const matches = await memory.matches.get();
  const hasTwice = await memory.names.get();
  const platform = platformOf(run, people);
  const sent = await digestRows(run, await rowsOf(run, plan, chunk), context);
  const rows = await inTurns(sent, maxRead, async (row) => {
    const [, , , ofPull] = row;
    // The record is as it was at an earlier pull, so nothing is read about its employee.
    if (ofPull?.same !== undefined) return planRow(row, noFacts, context);
    const who = whoIs(row, context);
    const decided = matches.get(who?.employeeId ?? "");
    const isNamedTwice = hasTwice(who);
    const how = { decided, isNamedTwice, platform };
    const known = await knowRow(run, who, how);
    return planRow(row, known, context);
  });
  await run.plans.putNames(plan, chunk, rows);
  // A repeated step counts its rows twice. `done` is only shown, until the plan is made.
  const done = Math.min(plan.done + rows.length, plan.rows ?? 0);
  await run.plans.change(plan.id, ["planning"], { done }, run.asked.run);
  const planned = rows.map(({ row }) => row);
  return storeRows(run, plan, chunk, planned);
}

/** Plans the employees who are not in a whole list. Their rows follow those of the list, in parts of the same size. */
async function findMissing(
  run: ListsRun,
  chunks: number,
): Promise<{ parts: Part[] }> {
  const plan = await planOf(run);
  if (!plan.isWhole || plan.phase === "match") return { parts: [] };
  const context = await contextOf(run, plan);
  const listed = new Set<string>();
  /** The people who have the names of a row that is a conflict. */
  const claimed = new Set<string>();
  for await (const row of run.plans.plannedRows(plan.id, chunks)) {
    const { kind, employeeId, persons = [] } = row;
    if (employeeId !== undefined) listed.add(employeeId);
    if (kind === "conflict") for (const one of persons) claimed.add(one);
  }
  const wasMissing = await missingBefore(run, plan);
  const found: PlanRow[] = [];
  const ours = employeesIn(run, employed, listed, plan.source);
  for await (const absent of ours) {
    const rows = await inTurns(absent, maxRead, async (id) => {
      const known = await knowEmployee(run, id);
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

/** The employee's person is that of another row of the list, so the id of the employee may have changed. */
function heldMissing({ line, employeeId }: PlanRow): PlanRow {
  const reason: RowReason = "other-id";
  return { line, ...(employeeId && { employeeId }), kind: "conflict", reason };
}

/** The employees who were missing in the last whole list that was applied. */
export async function missingBefore(
  run: Pick<ListsDependencies, "plans">,
  { source }: Plan,
): Promise<ReadonlySet<string>> {
  const { missing } = (await run.plans.source(source)) ?? {};
  return new Set(missing);
}
