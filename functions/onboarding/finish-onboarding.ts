import { needsAttention } from "../../shared/reason-codes.ts";
import type { Employee } from "../../shared/store/employee.ts";
import {
  isErasable,
  type OperationResult,
  type WorkflowOutcome,
} from "../../shared/store/operation.ts";
import { choosePause, patienceMs } from "../../shared/workflow/choose-pause.ts";
import type { StepFailure } from "../../shared/workflow/failure.ts";
import type { OnboardingRun } from "./onboarding-run.ts";
import { saltKeptMs } from "./password.ts";

/** The outcome of an onboarding that a failure ended, or blocks. */
export async function blockedOrFailed(
  run: OnboardingRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const { code: reason } = failure;
  if (reason === "left-since")
    return { status: "cancelled", reason: "terminated-since", warnings: [] };
  const pause = await choosePause(run, failure, patienceMs);
  if (pause !== undefined && pause !== "over") return pause;
  const isForOperator = pause === "over" || needsAttention(reason);
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

/**
 * Step "record": writes the outcome of an onboarding and resolves to it. `succeeded` and `cancelled` erase the
 * event's data. A person that is complete but for the avatar needs no salt any more. `failed`, `needs_attention` and a
 * blocked operation keep both for the next run. Once the person exists, the scheduler erases the salt when its time is
 * over, also that of a hire that a termination has overtaken. While the hire is blocked, this time begins again in each
 * run, so that it lasts longer than the outage.
 */
export async function finishOnboarding(
  run: OnboardingRun,
  outcome: WorkflowOutcome,
): Promise<Pick<WorkflowOutcome, "status" | "reason">> {
  const { operation, steps, store, nowMs } = run;
  const { employees, operations, payloads } = store;
  const { id, employeeId } = operation;
  const isBlocked = "blockedBy" in outcome;
  const wasBlocked = isBlocked || operation.blockedSinceMs !== undefined;
  const avatarIsPostponed = outcome.status === "waiting" && !isBlocked;
  const isComplete = avatarIsPostponed || outcome.status === "succeeded";
  const keepsSaltForRetry = !isComplete && !isErasable(outcome);
  const didItsOwnWork = !("sameAs" in outcome) || outcome.sameAs === undefined;

  return steps.store("record", async () => {
    // The image is needed no more, and its deletion must not delay the end.
    const [written, apart] = await Promise.all([
      isComplete && didItsOwnWork
        ? employees.endOnboarding(employeeId, id)
        : keepsSaltForRetry && wasBlocked
          ? employees.prolongSalt(employeeId, id, nowMs() + saltKeptMs)
          : undefined,
      isErasable(outcome) ? payloads.discardAvatar(operation) : operation.apart,
    ]);
    const employee = written ?? (await employees.get(employeeId));
    // `endOnboarding` writes nothing while a termination runs, so the salt is erased here.
    if (isComplete && employee?.operationId === id && employee.passwordSalt)
      await employees.eraseSalt(employeeId, id);
    const mayExist = mayHavePerson(run, employee);
    const isForOperator = outcome.status === "failed" && mayExist;
    const final = {
      ...(isForOperator
        ? { ...outcome, status: "needs_attention" as const }
        : outcome),
      ...(isBlocked && mayExist && { effect: "lasting" as const }),
      steps: steps.taken,
      result: resultOf(employee, outcome.result?.changed),
    };
    const isLeftToScheduler =
      final.status === "cancelled" ||
      (final.status === "needs_attention" && keepsSaltForRetry);
    if (isLeftToScheduler && employee?.operationId === id)
      final.dueAtMs = employee.saltUntilMs;
    await operations.finish({ ...operation, apart }, final);
    if (employee?.personID !== undefined) await runAwaiting(run, employee);
    const { status, reason } = final;
    return { status, reason };
  });
}

/** Lets the operations run again that came before the person existed. */
async function runAwaiting(
  { operation, store: { employees, operations } }: OnboardingRun,
  { awaiting }: Employee,
): Promise<void> {
  if (awaiting === undefined) return;
  const by = `operation:${operation.id}`;
  for (const id of awaiting) await operations.retryWithPerson(id, by);
  await employees.forgetAwaiting(operation.employeeId);
}

/** Whether the person of this onboarding exists, or may exist, on the platform. */
function mayHavePerson(
  { operation, steps }: OnboardingRun,
  employee: Employee | undefined,
): boolean {
  if (employee?.operationId !== operation.id) return false;
  const wasTried =
    steps.taken["create person"] !== undefined ||
    operation.effect !== undefined;
  return (
    (wasTried && !employee.isNotCreated) || employee.personID !== undefined
  );
}

function resultOf(
  employee: Employee | undefined,
  changed: string[] | undefined,
): OperationResult | undefined {
  if (employee?.personID === undefined) return undefined;
  const { personID, state, refs = {} } = employee;
  // A termination that deletes the person now erases the refs of earlier results, and not those of a later one.
  return {
    personID,
    refs: state === "deleting" ? {} : refs,
    ...(changed && { changed }),
  };
}
