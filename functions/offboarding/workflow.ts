import { needsAttention, type ReasonCode } from "../../shared/reason-codes.ts";
import { cancelOlder } from "../../shared/store/cancel-older.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import {
  choosePause,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import { checkLeaver } from "./check-leaver.ts";
import { claimLeaver } from "./claim-leaver.ts";
import { confirmGone } from "./confirm-gone.ts";
import { eraseLeaver } from "./erase-leaver.ts";
import { findEffect } from "./find-effect.ts";
import { findLaterHire, isLaterHireIgnored } from "./find-later-hire.ts";
import type {
  OffboardingDependencies,
  OffboardingRun,
} from "./offboarding-run.ts";
import { readGraceMs } from "./read-grace.ts";
import { disablePerson, enablePerson } from "./set-person-enabled.ts";

const beginDeletionStep = "begin deletion";

/** Lets an employee leave: the person is disabled, and deleted after the grace. */
export function createOffboarding(dependencies: OffboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "offboarding",
    // Until the first run ends, the leaver has access. A deletion after the grace, or a return, can wait.
    callClassOf: ({ phase }) => (phase === "grace" ? "other" : "disable"),
    // Read, delete and read again; or read, and disable by a read and a write.
    countCalls: async () => 3,
    execute: async (run: OffboardingRun) => {
      const settled = await settle(runOffboarding(run));
      const outcome = settled.ok
        ? settled.value
        : await blockedOrFailed(run, settled.failure);
      await record(run, outcome);
      return outcome;
    },
  });
}

async function runOffboarding(run: OffboardingRun): Promise<WorkflowOutcome> {
  await requireNoOutage(run);
  return run.operation.isUndone ? runCancellation(run) : runTermination(run);
}

/**
 * A termination:
 *
 *     claim ─> check person ─> deletion limit ─> disable ─> (grace) ─> delete ─> confirm gone ─> erase
 *
 * The grace is a waiting operation, which runs this function again. Without a grace, the person is deleted without
 * being disabled. Nothing irreversible happens before the person is checked. The employee's state says how far the
 * leaving got, so that an operation that runs again goes on from there.
 */
async function runTermination(run: OffboardingRun): Promise<WorkflowOutcome> {
  const { operation, store, steps, context, nowMs } = run;
  const claim = await awaitTurn(context, steps, () =>
    claimLeaver(operation, store),
  );
  if (claim.outcome === "outdated") return cancelled("hired-since");
  if (claim.outcome === "replaced")
    return cancelled("terminated-since", claim.by);
  if (claim.outcome === "repeated") return cancelled("sent-before", claim.of);
  const { cancelledTypes, warnings } = await compareWithOthers(
    run,
    claim.outcome === "claimed",
  );
  if (claim.outcome === "done") return succeeded({ sameAs: claim.by });
  if (claim.outcome === "unknown") {
    // The employee was only expected: the hire that waited is cancelled, so nothing is left to delete.
    if (cancelledTypes.includes("employee.hired")) return succeeded({});
    throw new StepFailure("person-unknown");
  }

  const { personID, isDeleting, disabledAtMs } = claim;
  if (personID !== undefined) {
    const isThere = await checkLeaver(run, personID, isDeleting);
    if (!isDeleting && operation.phase !== "grace") {
      const graceMs = await readGraceMs(run);
      // An earlier run that was blocked while it disabled the person had passed.
      const hasPassed = operation.effect === "undoable";
      if (!hasPassed && !(await isWithinDeletionLimit(run, personID)))
        throw new StepFailure("deletion-limit");
      if (graceMs > 0) {
        await disablePerson(run, personID, disabledAtMs);
        return waiting(personID, nowMs() + graceMs, warnings);
      }
    }
    if (operation.phase === "grace") {
      const lookAgainAtMs = await findLaterHire(run);
      // The person stays disabled until that hire takes them back, or is cancelled.
      if (lookAgainAtMs !== null)
        return waiting(personID, lookAgainAtMs, warnings);
    }
    await beginDeletion(run);
    if (isThere) await deletePerson(run, personID);
    await confirmGone(run, personID);
  }
  await eraseLeaver(run, personID);
  return succeeded({ personID, warnings });
}

/**
 * Step "cancel older operations": cancels the operations that the termination overtakes. If it lets the employee leave,
 * it also warns of later hires that must not overtake it.
 */
function compareWithOthers(run: OffboardingRun, isClaimed: boolean) {
  const { operation, store, steps, log } = run;
  return steps.idempotent("cancel older operations", async () => {
    const cancelledTypes = await cancelOlder(
      store,
      operation,
      "terminated-since",
    );
    const warnings: Warning[] = [];
    if (isClaimed && (await isLaterHireIgnored(run))) {
      const reason = "termination-goes-on";
      warnings.push({ about: "later hire", reason });
      log.warn("hire ignored", { operationId: operation.id, reason });
    }
    return { cancelledTypes, warnings };
  });
}

/** The termination was cancelled while the person was disabled: the person is enabled and stays. */
async function runCancellation(run: OffboardingRun): Promise<WorkflowOutcome> {
  const { operation, store, steps } = run;
  const { id, employeeId } = operation;
  const personID = await steps.store("claim", async () => {
    const employee = await store.employees.get(employeeId);
    const isOurs =
      employee?.terminatedBy === id && employee.state !== "deleting";
    return isOurs ? (employee.personID ?? null) : null;
  });
  // A later hire has taken the employee back already.
  if (personID === null) return cancelled("hired-since");
  await enablePerson(run, personID);
  await steps.store("cancel termination", async () => {
    await store.employees.cancelTermination(employeeId, id);
  });
  return cancelled("cancelled-by-caller");
}

/**
 * Counts the leaver. Contention is normal: many employees leave at the same moment, and they are counted one by one.
 */
function isWithinDeletionLimit(
  { operation, store, deletionLimitSettings, steps, nowMs }: OffboardingRun,
  personID: string,
): Promise<boolean> {
  const { releasedUntilMs = 0 } = operation;
  return steps.store("check deletion limit", () =>
    store.deletionLimit.allow(
      personID,
      deletionLimitSettings,
      releasedUntilMs > nowMs(),
    ),
  );
}

/** From here on, no hire takes the employee back. */
function beginDeletion({
  operation,
  store,
  steps,
}: OffboardingRun): Promise<void> {
  const { id, employeeId } = operation;
  return steps.store(beginDeletionStep, async () => {
    if (!(await store.employees.beginDeletion(employeeId, id)))
      throw new StepFailure("employee-changed");
  });
}

function deletePerson(
  { platformAuth, steps }: OffboardingRun,
  personID: string,
): Promise<void> {
  return steps.sideEffect("delete person", () =>
    platformAuth.service.people.remove(personID),
  );
}

function record(
  { operation, store, steps }: OffboardingRun,
  outcome: WorkflowOutcome,
): Promise<void> {
  return steps.store("record", async () => {
    const effect =
      "blockedBy" in outcome
        ? await findEffect(operation, store, steps)
        : undefined;
    const final = { ...outcome, effect, steps: steps.taken };
    await store.operations.finish(operation, final);
  });
}

/** A termination waits without end for what blocks it, because the leaver must not keep access. */
async function blockedOrFailed(
  run: OffboardingRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const pause = await choosePause(run, failure, Number.POSITIVE_INFINITY);
  return pause === undefined || pause === "over"
    ? failedOutcome(failure, run.steps)
    : pause;
}

function failedOutcome(
  { code: reason }: StepFailure,
  { taken }: Steps,
): WorkflowOutcome {
  const isForOperator =
    needsAttention(reason) ||
    // The leaver keeps access until the other operation is final, so an operator must see it.
    reason === "employee-busy" ||
    // A deletion that began and did not end must be seen, whatever stopped it.
    taken[beginDeletionStep]?.status === "succeeded";
  return {
    status: isForOperator ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

function succeeded({
  sameAs,
  personID,
  warnings = [],
}: {
  sameAs?: string;
  personID?: string | undefined;
  warnings?: Warning[];
}): WorkflowOutcome {
  const result = personID === undefined ? undefined : { personID, refs: {} };
  return { status: "succeeded", sameAs, result, warnings };
}

function cancelled(reason: ReasonCode, sameAs?: string): WorkflowOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

function waiting(
  personID: string,
  dueAtMs: number,
  warnings: Warning[],
): WorkflowOutcome {
  const result = { personID, refs: {} };
  return { status: "waiting", phase: "grace", dueAtMs, result, warnings };
}
