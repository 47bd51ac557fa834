import { needsAttention } from "../../shared/reason-codes.ts";
import type { Employee } from "../../shared/store/employee.ts";
import {
  type FinalOutcome,
  isErasable,
  type OperationResult,
  type Warning,
} from "../../shared/store/operation.ts";
import {
  type StepFailure,
  toStepFailure,
} from "../../shared/workflow/failure.ts";
import { createPersonStep } from "./create-person.ts";
import { linkIdentities } from "./link-identities.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/** How an onboarding ended. The last step adds the steps and the result. */
export type OnboardingOutcome = Omit<FinalOutcome, "steps" | "result">;

/** Ten attempts take up to a quarter of an hour. */
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
 * Step "record": writes the outcome of an onboarding and resolves to it. A success erases the event's data and the salt
 * of the initial password. Every other outcome keeps both, so that a retry can take the onboarding up again.
 *
 * @param readIdentities - reads from the event which identities of other systems belong to the employee
 */
export async function finishOnboarding(
  run: OnboardingRun,
  outcome: OnboardingOutcome,
  readIdentities: () => Promise<Record<string, string> | undefined>,
): Promise<OnboardingOutcome> {
  const { operation, steps, store } = run;
  const { employees, operations, payloads } = store;
  const { id, employeeId } = operation;
  const isSuccess = outcome.status === "succeeded";
  const isOurs = outcome.sameAs === undefined;

  const recorded = await steps.store("record", async ({ attempt }) => {
    const warnings = isSuccess
      ? await tryToLink(run, readIdentities, attempt)
      : [];
    const activated =
      isSuccess && isOurs
        ? await employees.activate(employeeId, id)
        : undefined;
    const employee = activated ?? (await employees.get(employeeId));
    const final = {
      ...outcome,
      status: mayHavePerson(run, outcome, employee)
        ? ("needs_attention" as const)
        : outcome.status,
      warnings: [...outcome.warnings, ...warnings],
      steps: steps.taken,
      result: resultOf(employee),
    };
    const finished = await operations.finish(operation, final);
    if (finished && isErasable(finished)) await payloads.erase(operation);
    const { status, reason } = final;
    return { status, reason };
  });
  return { ...outcome, ...recorded };
}

/** Linking identities is best effort: after ten attempts a failure becomes a warning. */
async function tryToLink(
  { operation, store }: OnboardingRun,
  readIdentities: () => Promise<Record<string, string> | undefined>,
  attempt: number,
): Promise<Warning[]> {
  try {
    return await linkIdentities(
      operation.employeeId,
      await readIdentities(),
      store,
    );
  } catch (error) {
    const failure = toStepFailure(error);
    if (failure.retryable && attempt < maxAttemptsToLink) throw failure;
    return [{ about: "identities", reason: failure.code }];
  }
}

/** Whether the onboarding failed although its person exists, or may exist, on the platform. */
function mayHavePerson(
  { operation, steps }: OnboardingRun,
  { status }: OnboardingOutcome,
  employee: Employee | undefined,
): boolean {
  if (status !== "failed" || employee?.operationId !== operation.id)
    return false;
  const wasTried = createPersonStep in steps.taken && !employee.isNotCreated;
  return wasTried || employee.personID !== undefined;
}

function resultOf(employee: Employee | undefined): OperationResult | undefined {
  if (employee?.personID === undefined) return undefined;
  return { personID: employee.personID, refs: employee.refs ?? {} };
}
