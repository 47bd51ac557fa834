import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { cancelOlderSuspensions } from "./cancel-older-suspensions.ts";
import {
  claimEnd,
  claimResumption,
  type ResumptionClaim,
} from "./claim-resumption.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { cancelled, succeeded } from "./outcomes.ts";
import { resumePerson } from "./set-person-enabled.ts";

/**
 * A resumption:
 *
 *     claim ─> cancel older operations ─> enable
 *
 * It enables the person of a suspended employee. While the employee is leaving, it only ends the suspension.
 */
export async function runResumption(
  run: OffboardingRun,
): Promise<WorkflowOutcome> {
  const { operation, store, steps, context } = run;
  const claim = await awaitTurn(context, steps, () =>
    claimResumption(operation, store),
  );
  if (claim.kind !== "outdated") await cancelOlderSuspensions(run);
  return enableAgain(run, claim);
}

/** A suspension whose end has come, or which a caller has cancelled. */
export async function endSuspension(
  run: OffboardingRun,
): Promise<WorkflowOutcome> {
  const { operation, store, steps, context, nowMs } = run;
  const claim = await awaitTurn(context, steps, () =>
    claimEnd(operation, store, nowMs()),
  );
  return enableAgain(run, claim);
}

async function enableAgain(
  run: OffboardingRun,
  claim: ResumptionClaim,
): Promise<WorkflowOutcome> {
  const { operation, store, steps } = run;
  if (claim.kind === "outdated") return cancelled(claim.reason, claim.by);
  if (claim.kind === "unknown") throw new StepFailure("unknown-employee");
  if (claim.personID === null) return succeeded({});
  const enabled = await settle(resumePerson(run, claim.personID));
  // A termination or a later suspension was first, and keeps the person disabled.
  if (!enabled.ok && enabled.failure.code !== "employee-changed")
    throw enabled.failure;
  await steps.store("end suspension", async () => {
    await store.employees.resume(operation.employeeId);
  });
  return succeeded({ personID: claim.personID });
}
