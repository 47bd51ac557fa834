import type { SeenPerson } from "../../shared/employment/move.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { isRunner } from "../../shared/store/employees.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { type StepName, stepOfRound } from "../../shared/store/step-names.ts";
import { stateOf } from "../../shared/store/state-of.ts";
import type { EmploymentRun, Look, RunnerRun } from "./employment-run.ts";
import { lookOf, situationOf } from "./look.ts";
import type { PersonFact } from "../../shared/store/operation.ts";

/** An execution as the runner of its employee, with the reads and writes that the moves need. */
export function createRunnerRun(run: EmploymentRun): RunnerRun {
  const { operation, store, memory, nowMs } = run;
  const { id, employeeId, execution } = operation;
  const key = { id, execution };
  const rounds = new Map<StepName, number>();
  const answers: RunnerRun["answers"] = {};

  const item = async (): Promise<Employee> => {
    memory.employment ??= await store.employees.get(employeeId);
    const { employment } = memory;
    if (!employment) throw new StepFailure("employee-changed");
    return { ...employment, limits: { ...employment.limits, ...answers } };
  };
  const see = (written: Employee): Look => {
    memory.employment = written;
    return lookOf(situationOf(written, run, nowMs()));
  };
  const withState: RunnerRun["withState"] = (before, set) => {
    const next = { ...before, ...set };
    const isFirst = before.createdFromMs !== undefined;
    const fact = factOf(before.person, next.person, isFirst);
    const { limits } = next;
    const state = stateOf(next, nowMs());
    const told = fact && { fact: { is: fact, by: id } };
    return { ...set, limits, state, ...told };
  };
  const write: RunnerRun["write"] = async (patch, version) => {
    const { set = {}, remove } = patch;
    const { item: now } = await store.employees.write(
      employeeId,
      key,
      { set: withState(await item(), set), ...(remove && { remove }) },
      version === undefined ? {} : { version },
    );
    if (now && isRunner(now, key)) return see(now);
    if (now && (await hasFreed(run, now))) return { ...see(now), isFree: true };
    throw new StepFailure("employee-changed");
  };

  return {
    ...run,
    key,
    answers,
    findings: new Map(),
    begunExtras: new Map(),
    madeFor: new Set(),
    item,
    withState,
    write,
    async writeLast(patch) {
      const before = await item();
      const next = { ...before, ...patch.set };
      const { move } = situationOf(next, run, nowMs());
      const isAtRest =
        move.do === "wait" ||
        (move.do === "nothing" && move.because === undefined);
      const isAlone = before.unfinished.every((one) => one.id === id);
      if (!isAtRest || !isAlone) return write(patch);
      const set = { ...withState(before, patch.set ?? {}), unfinished: [] };
      const { version } = before;
      const written = await store.employees.write(
        employeeId,
        key,
        { ...patch, set },
        { version, endsRun: true },
      );
      return written.applied && written.item
        ? { ...see(written.item), isFree: true }
        : write(patch);
    },
    async noted(set) {
      return see({ ...(await item()), ...set });
    },
    nameOf(name) {
      const round = (rounds.get(name) ?? 0) + 1;
      rounds.set(name, round);
      return stepOfRound(name, round);
    },
  };
}

/** Whether an earlier attempt of this execution has freed the employee, so that only the extras are left. */
async function hasFreed(
  run: EmploymentRun,
  { extrasOf, unfinished }: Employee,
): Promise<boolean> {
  const { id } = run.operation;
  const isLeft = extrasOf === id && unfinished.every((one) => one.id !== id);
  return isLeft && isRunningStill(run);
}

/** Whether no later execution has taken the operation over. */
export async function isRunningStill({
  store,
  operation: { id, execution },
}: EmploymentRun): Promise<boolean> {
  const now = await store.operations.get(id);
  return now?.status === "running" && now.execution === execution;
}

/** What a write did with the person, as a notice tells it. Undefined: a notice is not needed. */
export function factOf(
  before: SeenPerson,
  after: SeenPerson,
  isFirst = false,
): PersonFact | undefined {
  switch (after.is) {
    case "enabled":
      if (before.is === "enabled") return undefined;
      if (isFirst) return "onboarded";
      if (before.is === "disabled" || isUnsure(before, "enable"))
        return "resumed";
      return before.is === "none" ||
        before.is === "gone" ||
        isUnsure(before, "create")
        ? "onboarded"
        : undefined;
    case "disabled": {
      const fact = factOfDisabled(after);
      return fact === factOfDisabled(before) ? undefined : fact;
    }
    case "gone":
      // Before a usual deletion, a notice has told that the person was disabled.
      return before.is === "unsure" ? "left" : undefined;
    default:
      return undefined;
  }
}

function isUnsure(person: SeenPerson, of: string): boolean {
  return person.is === "unsure" && person.of === of;
}

/** A person whom `makeConfirm` found disabled has no reason yet (`for: ""`). */
function factOfDisabled(person: SeenPerson): PersonFact | undefined {
  if (person.is !== "disabled" || person.for === "") return undefined;
  return person.for === "suspension" ? "suspended" : "left";
}
