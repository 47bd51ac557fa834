import { takesAccess } from "../../shared/event-types.ts";
import { needsAttention } from "../../shared/reason-codes.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { runAgainIfForgotten } from "./run-again-if-forgotten.ts";
import {
  choosePause,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import type { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import { findEffect } from "./find-effect.ts";
import type {
  OffboardingDependencies,
  OffboardingRun,
} from "./offboarding-run.ts";
import { cancelled } from "./outcomes.ts";
import { findTerms, readTerms, type RunTerms } from "./read-terms.ts";
import { rejectEvent } from "./reject-event.ts";
import { restorePerson } from "./restore-person.ts";
import { runCancellation } from "./run-cancellation.ts";
import { runResumption } from "./run-resumption.ts";
import { runSuspension } from "./run-suspension.ts";
import {
  claimAndCompare,
  type ComparedClaim,
  runTermination,
} from "./run-termination.ts";

/**
 * Lets an employee leave or be suspended: the person is disabled, and deleted after the grace period or enabled again.
 */
export function createOffboarding(dependencies: OffboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "offboarding",
    // Until the first run ends, the person has access. A deletion after the grace period, or a return, can wait.
    callClassOf: ({ type, phase }) =>
      phase === undefined && takesAccess(type) ? "disable" : "other",
    // Read, and disable by a read and a write; or read, delete and read again. A count reserves its calls itself.
    countCalls: async () => 3,
    claim: async (run: OffboardingRun) =>
      isTermination(run) ? beginTermination(run) : undefined,
    execute: async (run: OffboardingRun, begun) => {
      const { terms, outcome } = await runOffboarding(run, begun);
      await record(run, outcome, terms);
      return outcome;
    },
  });
}

type Ended = { outcome: WorkflowOutcome; terms?: RunTerms | undefined };

/** What the first step finds out about a termination. The terms are kept if the claim fails. */
type BegunTermination = {
  terms: RunTerms;
  claim: ComparedClaim | undefined;
};

async function beginTermination(
  run: OffboardingRun,
): Promise<BegunTermination> {
  const terms = await findTerms(run);
  const claim = await settle(claimAndCompare(run, terms));
  return { terms, claim: claim.ok ? claim.value : undefined };
}

function isTermination({
  operation: { type, isUndone, rejectedFrom },
}: OffboardingRun): boolean {
  return (
    type === "employee.terminated" && !isUndone && rejectedFrom === undefined
  );
}

async function runOffboarding(
  run: OffboardingRun,
  begun: BegunTermination | undefined,
): Promise<Ended> {
  if (run.operation.rejectedFrom !== undefined && !run.operation.isUndone)
    return runRejection(run);
  switch (run.operation.type) {
    case "employee.suspended":
      return runWithoutTerms(run, runSuspension);
    case "employee.resumed":
      return runWithoutTerms(run, runResumption);
    case "employee.termination_cancelled":
      return runWithoutTerms(run, runCancellation);
    default:
      return runLeaving(run, begun);
  }
}

async function runWithoutTerms(
  run: OffboardingRun,
  runEvent: (run: OffboardingRun) => Promise<WorkflowOutcome>,
): Promise<Ended> {
  const settled = await settle(requireNoOutage(run).then(() => runEvent(run)));
  return {
    outcome: settled.ok
      ? settled.value
      : await blockedOrFailed(run, settled.failure),
  };
}

async function runLeaving(
  run: OffboardingRun,
  begun: BegunTermination | undefined,
): Promise<Ended> {
  const found = await settle(begin(run, begun?.terms));
  if (!found.ok) return { outcome: await blockedOrFailed(run, found.failure) };
  const terms = found.value;
  const settled = await settle(
    terms === undefined
      ? undoTermination(run)
      : runTermination(run, terms, begun?.claim),
  );
  const outcome = settled.ok
    ? settled.value
    : await blockedOrFailed(run, settled.failure);
  return { outcome, terms };
}

async function runRejection(run: OffboardingRun): Promise<Ended> {
  const settled = await settle(rejectEvent(run));
  return {
    outcome: settled.ok
      ? settled.value
      : await blockedOrFailed(run, settled.failure),
  };
}

/** Resolves to what the termination does. Undefined: it was cancelled, and its effect is undone. */
async function begin(
  run: OffboardingRun,
  known: RunTerms | undefined,
): Promise<RunTerms | undefined> {
  await requireNoOutage(run);
  return run.operation.isUndone ? undefined : (known ?? readTerms(run));
}

/** A caller cancelled the termination while the person was disabled: the person is enabled and stays. */
async function undoTermination(run: OffboardingRun): Promise<WorkflowOutcome> {
  const { operation, store, steps } = run;
  const { id, employeeId } = operation;
  const personID = await steps.store("claim", async () => {
    const employee = await store.employees.get(employeeId);
    const isOurs =
      employee?.terminatedBy === id && employee.state !== "deleting";
    return isOurs ? (employee.personID ?? null) : null;
  });
  // A later hire has rehired the employee already.
  if (personID === null) return cancelled("hired-since");
  await restorePerson(run, personID);
  return cancelled("cancelled-by-caller");
}

function record(
  { operation, store, steps }: OffboardingRun,
  outcome: WorkflowOutcome,
  { disposition, graceDays }: Partial<RunTerms> = {},
): Promise<void> {
  return steps.store("record", async () => {
    const effect =
      "blockedBy" in outcome ? await findEffect(operation, store) : undefined;
    const kept = { disposition, graceDays, effect };
    const final = { ...outcome, ...kept, steps: steps.taken };
    await store.operations.finish(operation, final);
    if (outcome.reason === "unknown-employee")
      await runAgainIfForgotten(store, operation);
  });
}

/** The operation waits without end for what blocks it, because a leaver must not keep access. */
async function blockedOrFailed(
  run: OffboardingRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const pause = await choosePause(run, failure, Number.POSITIVE_INFINITY);
  return pause === undefined || pause === "over"
    ? failedOutcome(run, failure, run.steps)
    : pause;
}

function failedOutcome(
  { operation: { type } }: OffboardingRun,
  { code: reason }: StepFailure,
  { taken }: Steps,
): WorkflowOutcome {
  const isForOperator =
    needsAttention(reason) ||
    // The person may be disabled who must not be.
    type === "employee.termination_cancelled" ||
    // The leaver keeps access until the other operation is final, so an operator must see it.
    reason === "employee-busy" ||
    // A deletion that began and did not end must be seen, whatever stopped it.
    taken["begin deletion"]?.status === "succeeded";
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}
