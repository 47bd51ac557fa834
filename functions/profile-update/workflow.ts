import { applyChange } from "../../shared/person/apply-change.ts";
import { needsAttention, type ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn, type Busy } from "../../shared/workflow/await-turn.ts";
import {
  choosePause,
  patienceMs,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import {
  createWorkflow,
  type WorkflowRun,
} from "../../shared/workflow/create-workflow.ts";
import type { StepFailure } from "../../shared/workflow/failure.ts";
import { limitRenames } from "../../shared/workflow/limits.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { type ChangeClaim, claimChange } from "./claim-change.ts";
import { changeSchema } from "./event.ts";
import type {
  ProfileUpdateRun,
  ProfileUpdateDependencies,
} from "./profile-update-run.ts";

/** Changes the profile of a person, or what a hire that waits asks for. */
export function createProfileUpdate(dependencies: ProfileUpdateDependencies) {
  return createWorkflow(dependencies, {
    name: "profile update",
    // One call reads the person, one writes it.
    countCalls: async () => 2,
    claim: (begun) => claimChange(profileRunOf(begun)),
    execute: async (begun, claimed) => {
      const run = profileRunOf(begun);
      const settled = await settle(runChange(run, claimed));
      const outcome = settled.ok
        ? settled.value
        : await blockedOrFailed(run, settled.failure);
      await record(run, outcome);
      return outcome;
    },
  });
}

function profileRunOf(
  begun: ProfileUpdateDependencies & WorkflowRun,
): ProfileUpdateRun {
  return { ...begun, readChange: readEventData(begun, changeSchema) };
}

/**
 * A change:
 *
 *     claim ─┬─> apply change ─┬─> record
 *            └─ amend the hire ┘
 *
 * The claim is a part of the step "start", unless the operation waits first or for its turn. It waits for a hire that
 * runs. A hire that waits for its time is amended, so the person is created as the change says. A change of the same
 * field with a later time is never overwritten, in the hire and on the platform alike.
 */
async function runChange(
  run: ProfileUpdateRun,
  claimed: ChangeClaim | Busy | undefined,
): Promise<WorkflowOutcome> {
  await requireNoOutage(run);
  const { context, steps } = run;
  const claim = await awaitTurn(
    context,
    steps,
    () => claimChange(run),
    claimed,
  );
  const { warnings } = claim;
  switch (claim.kind) {
    case "person": {
      const applied = await applyChange(run, run.readChange, {
        beforeRename: limitRenames(run, run.renameLimit),
      });
      const { personID, changed } = applied;
      return {
        status: "succeeded",
        result: { personID, refs: {}, changed },
        warnings: [...warnings, ...applied.warnings],
      };
    }
    case "hire":
      return {
        status: "succeeded",
        sameAs: claim.by,
        result: { refs: {}, changed: claim.changed },
        warnings,
      };
    case "gone":
      return { status: "cancelled", reason: "left", warnings };
    case "hire-failed":
      return needsDecision("hire-failed", warnings);
    case "unknown":
      return needsDecision("unknown-employee", warnings);
  }
}

/** Step "record": writes the outcome. A change that has no person yet runs again when there is one. */
function record(
  { operation, store, steps }: ProfileUpdateRun,
  outcome: WorkflowOutcome,
): Promise<void> {
  const { id, employeeId } = operation;
  const { employees, operations } = store;
  return steps.store("record", async () => {
    await operations.finish(operation, { ...outcome, steps: steps.taken });
    const isWithoutPerson =
      outcome.reason === "unknown-employee" || outcome.reason === "hire-failed";
    if (isWithoutPerson && !(await employees.awaitPerson(employeeId, id)))
      await operations.retryWithPerson(id, "workflow");
  });
}

async function blockedOrFailed(
  run: ProfileUpdateRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const { code: reason } = failure;
  if (reason === "left-since")
    return { status: "cancelled", reason: "left", warnings: [] };
  const pause = await choosePause(run, failure, patienceMs);
  // A write that got no answer may have changed the person.
  if (pause !== undefined && pause !== "over")
    return { ...pause, ...(mayHaveChanged(run) && { effect: "lasting" }) };
  const isForOperator = pause === "over" || needsAttention(reason);
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

function mayHaveChanged({ operation, steps }: ProfileUpdateRun): boolean {
  return (
    operation.effect !== undefined || steps.taken["apply change"] !== undefined
  );
}

function needsDecision(
  reason: ReasonCode,
  warnings: Warning[],
): WorkflowOutcome {
  return { status: "needs_attention", reason, warnings };
}
