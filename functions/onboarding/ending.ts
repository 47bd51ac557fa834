import { isUncertain, type StepFailure } from "../../shared/durable/failure.ts";
import { settle } from "../../shared/durable/settle.ts";
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
 * Writes the ending and resolves to it. After success the initial password can no longer be derived and the event's
 * data is erased; else both stay, so that the onboarding can be taken up again.
 */
export async function endOnboarding(
  { operation, hire }: Dossier,
  steps: Steps,
  { employees, identities, operations, payloads }: Lifecycle,
  outcome: Outcome,
): Promise<Outcome> {
  const { id, employeeId } = operation;
  const isDone = outcome.status === "succeeded";
  const isOurs = outcome.sameAs === undefined;

  const linked =
    isDone && isOurs
      ? await settle(
          steps.repeatable("link identities", async () =>
            linkIdentities(await hire(), identities),
          ),
        )
      : { ok: true as const, value: [] };
  const warnings = linked.ok
    ? linked.value
    : [{ about: "identities", reason: linked.failure.message }];
  const ended = await steps.persistent("record", async () => {
    if (isDone && isOurs) await employees.activate(employeeId, id);
    const employee = await employees.get(employeeId);
    const ending = {
      ...outcome,
      status: isInDoubt(outcome, steps, employee, id)
        ? ("needs_attention" as const)
        : outcome.status,
      warnings: [...outcome.warnings, ...warnings],
      steps: steps.taken,
      result: resultOf(employee),
    };
    await operations.finish(id, ending);
    const { status, reason } = ending;
    return { status, reason };
  });
  if (isDone)
    await settle(steps.repeatable("erase", () => payloads.erase(operation)));
  return { ...outcome, ...ended };
}

/** A failure while, for all we know, this onboarding's person may exist. */
function isInDoubt(
  { status }: Outcome,
  { taken }: Steps,
  employee: Employee | undefined,
  operationId: string,
): boolean {
  if (status !== "failed" || employee?.operationId !== operationId)
    return false;
  const wasTried = "create person" in taken && !employee.isAbsent;
  return wasTried || employee.personID !== undefined;
}

function resultOf(employee: Employee | undefined): Result | undefined {
  if (employee?.personID === undefined) return undefined;
  return { personID: employee.personID, refs: employee.refs ?? {} };
}
