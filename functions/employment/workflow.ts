import { takesAccess } from "../../shared/event-types.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { requireNoOutage } from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { begin, type Begun } from "./begin.ts";
import type {
  EmploymentDependencies,
  EmploymentRun,
} from "./employment-run.ts";
import { outcomeOf, runEmployee } from "./runner.ts";
import { createRunnerRun } from "./runner-run.ts";

/** The operation goes on in another execution, which writes its outcome. */
const goesOn = { status: "running" };

/**
 * All events of an employment. Each says something; the one that finds no other at work does what follows from all that
 * was said:
 *
 *     say ─> look ─> do ─> look again ... ─> release ─> record
 */
export function createEmployment(dependencies: EmploymentDependencies) {
  return createWorkflow(dependencies, {
    name: "employment",
    // Until the first run ends, the person has access. A deletion after the grace period, or a return, can wait.
    callClassOf: ({ type, phase }) =>
      phase === undefined && takesAccess(type) ? "disable" : "other",
    // Read, and disable by a read and a write; or read, delete and read again. A count reserves its calls itself.
    countCalls: async () => 3,
    claim: (run: EmploymentRun) => begin(run),
    execute: async (run: EmploymentRun, begun) => {
      const outcome = await runOperation(run, begun);
      if (outcome === undefined) return goesOn;
      await run.steps.store("record", async () => {
        const final = { ...outcome, steps: run.steps.taken };
        await run.store.operations.finish(run.operation, final);
      });
      return outcome;
    },
  });
}

async function runOperation(
  run: EmploymentRun,
  first: Begun | undefined,
): Promise<WorkflowOutcome | undefined> {
  const begun = await settle(
    requireNoOutage(run).then(
      () => first ?? run.steps.store("claim", () => begin(run)),
    ),
  );
  // Nothing was said, so there is nothing to release.
  if (!begun.ok) return outcomeOf(run, begun.failure);
  const { look } = begun.value;
  return look && runEmployee(createRunnerRun(run), look);
}
