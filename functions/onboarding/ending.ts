import { isUncertain, type StepFailure } from "../../shared/durable/failure.ts";
import type { Steps } from "../../shared/durable/steps.ts";
import type { Employee } from "../../shared/lifecycle/employees.ts";
import type { Lifecycle } from "../../shared/lifecycle/lifecycle.ts";
import type { Ending, Result } from "../../shared/lifecycle/operations.ts";
import type { Dossier } from "./dossier.ts";
import { linkIdentities } from "./link-identities.ts";

/** How an onboarding ended, but for what is known only then. */
export type Outcome = Omit<Ending, "steps" | "result">;

/** A failure before the person was known to exist. A person must look where the platform may hold what we do not know. */
export function asFailed({ message: reason }: StepFailure): Outcome {
  const needsAttention =
    isUncertain(reason) || reason === "username-or-email-taken";
  return {
    status: needsAttention ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

/**
 * Writes the ending. After success the initial password can no longer be derived and the event's data is erased; else
 * both stay, so that the onboarding can be taken up again.
 */
export async function endOnboarding(
  dossier: Dossier,
  steps: Steps,
  { employees, identities, operations, payloads }: Lifecycle,
  outcome: Outcome,
): Promise<void> {
  const { id, employeeId } = dossier.operation;
  const isDone = outcome.status === "succeeded";
  const isOurs = outcome.sameAs === undefined;

  const unlinked =
    isDone && isOurs
      ? await steps.repeatable("link identities", () =>
          linkIdentities(dossier, identities),
        )
      : [];
  await steps.repeatable("record", async () => {
    if (isDone && isOurs) await employees.activate(employeeId, id);
    await operations.finish(id, {
      ...outcome,
      warnings: [...outcome.warnings, ...unlinked],
      steps: steps.taken,
      result: resultOf(await employees.get(employeeId)),
    });
  });
  if (isDone)
    await steps.repeatable("erase", () => payloads.erase(dossier.operation));
}

function resultOf(employee: Employee | undefined): Result | undefined {
  if (employee?.personID === undefined) return undefined;
  return { personID: employee.personID, refs: employee.refs ?? {} };
}
