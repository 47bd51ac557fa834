import type { Person } from "../../shared/community/person.ts";
import { inTurns } from "../../shared/in-turns.ts";
import type { PlanRow } from "./contract.ts";
import { driftPlan, planDrift, statesWithPerson } from "./drift.ts";
import { finishPlan, type Part, storeAll } from "./finish-plan.ts";
import { knowEmails } from "./know-row.ts";
import { employeesIn, type ListsRun, planOf, maxRead } from "./lists-run.ts";
import type { PlannedRow } from "./plan-row.ts";
import { type LoadPeople, readPeople } from "./read-people.ts";

/** Makes the plan of a drift: a row for each employee whose person differs from what our store knows. */
export async function makeDrift(run: ListsRun): Promise<void> {
  const people = await readPeople(run);
  const { parts } = await run.steps.idempotent("find drift", () =>
    findDrift(run, people),
  );
  await finishPlan(run, parts);
}

/** Compares each employee who has a person with the people of the platform. */
async function findDrift(
  run: ListsRun,
  load: LoadPeople,
): Promise<{ parts: Part[] }> {
  const plan = await planOf(run);
  const people = await load();
  const found: PlanRow[] = [];
  const compared = new Set<string>();
  for await (const ids of employeesIn(run, statesWithPerson, compared)) {
    // The rows get their lines when all are found.
    const rows = await inTurns(ids, maxRead, (id) =>
      driftOf(run, 0, id, async (personID) => people.find(personID)),
    );
    found.push(...rows.flatMap((one) => one?.row ?? []));
  }
  const state = await run.plans.source(plan.source);
  const set = {
    rows: compared.size,
    done: compared.size,
    phase: driftPlan.phase,
    sourceVersion: state?.version ?? 0,
  };
  await run.plans.change(plan.id, ["planning"], set, run.asked.run);
  const numbered = found.map((row, nth) => ({ ...row, line: nth + 1 }));
  return storeAll(run, { ...plan, ...set }, 0, numbered);
}

/** The row of an employee, if the person differs now. */
export async function driftOf(
  run: ListsRun,
  line: number,
  employeeId: string,
  personOf: (id: string) => Promise<Person | undefined>,
): Promise<PlannedRow | undefined> {
  const item = await run.store.employees.get(employeeId);
  if (!item) return undefined;
  const isKnownEmail = await knowEmails(run, item);
  const { personID } = item;
  const shown = personID === undefined ? undefined : await personOf(personID);
  const atMs = run.nowMs();
  return planDrift(line, employeeId, item, shown, isKnownEmail, atMs);
}
