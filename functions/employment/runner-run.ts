import type { EmploymentItem } from "../../shared/store/employments.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { type StepName, stepOfRound } from "../../shared/store/step-names.ts";
import { stateOf } from "./state-of.ts";
import type { EmploymentRun, Look, RunnerRun } from "./employment-run.ts";
import { lookOf, situationOf } from "./look.ts";

/** What the moves of an execution need that runs an employee. */
export function createRunnerRun(run: EmploymentRun): RunnerRun {
  const { operation, store, memory, nowMs } = run;
  const { id, employeeId, execution } = operation;
  const key = { id, execution };
  const rounds = new Map<StepName, number>();
  const answers: RunnerRun["answers"] = {};

  const item = async (): Promise<EmploymentItem> => {
    memory.employment ??= await store.employments.get(employeeId);
    const { employment } = memory;
    if (!employment) throw new StepFailure("claim-lost");
    return { ...employment, limits: { ...employment.limits, ...answers } };
  };
  const see = (written: EmploymentItem): Look => {
    memory.employment = written;
    return lookOf(situationOf(written, run, nowMs()));
  };
  const write = async (
    { set = {}, remove }: Parameters<RunnerRun["write"]>[0],
    version?: number,
  ): Promise<EmploymentItem | undefined> => {
    const before = await item();
    const { limits, person } = { ...before, ...set };
    return store.employments.write(
      employeeId,
      key,
      {
        set: { ...set, limits, state: stateOf({ ...before, person }) },
        ...(remove && { remove }),
      },
      version,
    );
  };

  return {
    ...run,
    key,
    answers,
    findings: new Map(),
    begunExtras: new Map(),
    item,
    async write(patch) {
      const written = await write(patch);
      if (!written) throw new StepFailure("claim-lost");
      return see(written);
    },
    async writeUnlessSaid({ version }, patch) {
      const written = await write(patch, version);
      if (written) return see(written);
      delete memory.employment;
      return see(await item());
    },
    noted: async (set) => see({ ...(await item()), ...set }),
    nameOf(name) {
      const round = (rounds.get(name) ?? 0) + 1;
      rounds.set(name, round);
      return stepOfRound(name, round);
    },
  };
}
