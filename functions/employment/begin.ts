import type { LimitAnswers } from "../../shared/employment/move.ts";
import type {
  Employee,
  EmployeePatch,
  OpenOperation,
} from "../../shared/store/employee.ts";
import { isRunner } from "../../shared/store/employees.ts";
import { findEventData } from "../../shared/workflow/read-event-data.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import * as z from "zod/mini";
import type { EmploymentRun, Look } from "./employment-run.ts";
import { lookOf, situationOf } from "./look.ts";
import { askLimit } from "./moves/ask.ts";
import { prepareCreation } from "./moves/create.ts";
import { createRunnerRun } from "./runner-run.ts";
import { sayStatement } from "../../shared/store/say-statement.ts";
import { stateOf } from "../../shared/store/state-of.ts";
import { statementOf, warningsOf } from "./statement-of.ts";

/** How an execution begins. Without a look, another runner is at work, which sees the new statement. */
export type Begun = {
  look?: Look;
  /** The answer of a limit, if the first move asks one. */
  answers?: LimitAnswers;
};

/** Adds what an operator has decided about the operation to the statements, even if the operation itself must wait. */
export async function sayRuling(run: EmploymentRun): Promise<void> {
  const { ruling, employeeId } = run.operation;
  if (ruling) await sayStatement(run, employeeId, async () => ruling);
}

/** Adds the statement of the operation to the employee, and becomes the runner, unless another one is at work. */
export async function becomeRunner(run: EmploymentRun): Promise<Begun> {
  const { operation, memory, nowMs } = run;
  const { id, type, employeeId, execution } = operation;
  const key = { id, execution };
  let prepared: Look | undefined;
  // If the first move is a creation, this write already notes that the person may exist. It saves a write of its own.
  // An attempt of the write that follows a lost race prepares again.
  const prepare = async (item: Employee) => {
    const begun = { ...tryAgain(item, id), limits: withoutPassed(item.limits) };
    const next = { ...item, ...begun };
    const look = lookOf(situationOf(next, run, nowMs()));
    prepared = undefined;
    if (look.move.do !== "create") return begun;
    const runner = { ...createRunnerRun(run), item: async () => next };
    const made = await settle(prepareCreation(runner, look));
    // The move prepares the creation again. If that fails, the move fails.
    if (!made.ok) return begun;
    const { set, extras } = made.value;
    prepared = { ...look, extras };
    return { ...begun, ...set, state: stateOf({ ...next, ...set }, nowMs()) };
  };
  const open: OpenOperation = { id, type, atMs: nowMs() };
  const sayOwn = async (said: Employee | undefined) => {
    if (said?.statements.some((one) => one.id === id)) return undefined;
    const data = await findEventData(run, z.unknown());
    if (data === undefined) throw new StepFailure("data-erased");
    const statement = statementOf(operation, data, run);
    const warnings = warningsOf(statement, data, run);
    if (warnings.length > 0) open.warnings = warnings;
    return statement;
  };
  const item = await sayStatement(run, employeeId, sayOwn, open, {
    key,
    set: prepare,
  });
  memory.employment = item;
  if (!isRunner(item, key)) return {};
  if (prepared) return { look: { ...prepared, version: item.version } };
  const look = lookOf(situationOf(item, run, nowMs()));
  // Asked in this step, because a step costs more than its requests. A deletion first counts contents, in its own step.
  return look.move.do === "ask" && look.move.limit !== "delete"
    ? askLimit(createRunnerRun(run), look.move.limit)
    : { look };
}

/** A limit that let an earlier execution pass is asked again, because the limit may be another one now. */
function withoutPassed(limits: LimitAnswers): LimitAnswers {
  return Object.fromEntries(
    Object.entries(limits).filter(([, last]) => last.answer === "hold"),
  );
}

/** A change that the platform refused counts as done. For a retry of its operation, it is to be done again. */
function tryAgain(
  { person, unfinished }: Employee,
  id: string,
): NonNullable<EmployeePatch["set"]> {
  const wasRefused = unfinished.some((one) => one.id === id && one.isRefused);
  if (!wasRefused || !("fields" in person)) return {};
  return {
    person: { ...person, fields: person.fields.filter(({ by }) => by !== id) },
    unfinished: unfinished.map(({ isRefused, ...one }) =>
      one.id !== id && isRefused ? { ...one, isRefused } : one,
    ),
  };
}
