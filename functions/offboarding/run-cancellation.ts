import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { claimCancellation } from "./claim-cancellation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { succeeded } from "./outcomes.ts";
import { restorePerson } from "./restore-person.ts";

/**
 * A cancellation of all earlier terminations:
 *
 *     claim ─> enable ─> restore
 *
 * The claim cancels the terminations. Only a person whom one of them has disabled is restored.
 *
 * @throws StepFailure `already-left` when the deletion has begun; `unknown-employee`
 */
export async function runCancellation(
  run: OffboardingRun,
): Promise<WorkflowOutcome> {
  const { operation, store, steps, context } = run;
  const claim = await awaitTurn(context, steps, () =>
    claimCancellation(operation, store),
  );
  switch (claim.kind) {
    case "done":
      return succeeded({});
    case "late":
      throw new StepFailure("already-left");
    case "unknown":
      throw new StepFailure("unknown-employee");
    case "claimed":
      await restorePerson(run, claim.personID);
      return succeeded({ personID: claim.personID });
  }
}
