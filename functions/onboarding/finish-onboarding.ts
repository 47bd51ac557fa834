import {
  type StepFailure,
  toStepFailure,
} from "../../shared/workflow/failure.ts";
import { needsAttention } from "../../shared/reason-codes.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import type { Employee } from "../../shared/store/employees.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  type FinalOutcome,
  isErasable,
  type OperationResult,
  type StartedOperation,
  type Warning,
} from "../../shared/store/operation.ts";
import { linkIdentities } from "./link-identities.ts";

/** How an onboarding ended, but for what is known only then. */
export type OnboardingOutcome = Omit<FinalOutcome, "steps" | "result">;

/** A quarter of an hour. */
const maxAttemptsToLink = 10;

/** The outcome of an onboarding that a failure ended. */
export function failedOutcome({
  code: reason,
}: StepFailure): OnboardingOutcome {
  return {
    status: needsAttention(reason) ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

/**
 * Writes the ending and resolves to it. After success the initial password can no longer be derived and the event's
 * data is erased; else both stay, so that the onboarding can be taken up again.
 *
 * @param identitiesOf - who they are elsewhere, as the event says
 */
export async function finishOnboarding(
  operation: StartedOperation,
  steps: Steps,
  store: Store,
  outcome: OnboardingOutcome,
  identitiesOf: () => Promise<Record<string, string> | undefined>,
): Promise<OnboardingOutcome> {
  const { employees, operations, payloads } = store;
  const { id, employeeId } = operation;
  const isSuccess = outcome.status === "succeeded";
  const isOurs = outcome.sameAs === undefined;

  const ended = await steps.store("record", async ({ attempt }) => {
    const warnings = isSuccess ? await link(attempt < maxAttemptsToLink) : [];
    const activated =
      isSuccess && isOurs
        ? await employees.activate(employeeId, id)
        : undefined;
    const employee = activated ?? (await employees.get(employeeId));
    const final = {
      ...outcome,
      status: isInDoubt(outcome, steps, employee, id)
        ? ("needs_attention" as const)
        : outcome.status,
      warnings: [...outcome.warnings, ...warnings],
      steps: steps.taken,
      result: resultOf(employee),
    };
    const ended = await operations.finish(operation, final);
    if (ended && isErasable(ended)) await payloads.erase(operation);
    const { status, reason } = final;
    return { status, reason };
  });
  return { ...outcome, ...ended };

  /** Who they are elsewhere holds nobody up for ever. */
  async function link(mayTryAgain: boolean): Promise<Warning[]> {
    try {
      return await linkIdentities(employeeId, await identitiesOf(), store);
    } catch (error) {
      const failure = toStepFailure(error);
      if (failure.retryable && mayTryAgain) throw failure;
      return [{ about: "identities", reason: failure.code }];
    }
  }
}

/** A failure while, for all we know, this onboarding's person may exist. */
function isInDoubt(
  { status }: OnboardingOutcome,
  { taken }: Steps,
  employee: Employee | undefined,
  operationId: string,
): boolean {
  if (status !== "failed" || employee?.operationId !== operationId)
    return false;
  const wasTried = "create person" in taken && !employee.isAbsent;
  return wasTried || employee.personID !== undefined;
}

function resultOf(employee: Employee | undefined): OperationResult | undefined {
  if (employee?.personID === undefined) return undefined;
  return { personID: employee.personID, refs: employee.refs ?? {} };
}
