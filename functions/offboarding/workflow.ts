import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { needsAttention, type ReasonCode } from "../../shared/reason-codes.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import { cancelOlder } from "../../shared/store/cancel-older.ts";
import {
  isFinal,
  isErasable,
  type WorkflowOutcome,
} from "../../shared/store/operation.ts";
import { checkLeaver } from "./check-leaver.ts";
import { claimLeaver } from "./claim.ts";
import { confirmGone } from "./confirm-gone.ts";
import { erase } from "./erase.ts";
import { graceMsOf } from "./grace.ts";
import type {
  OffboardingDependencies,
  OffboardingRun,
} from "./offboarding-run.ts";
import { disablePerson, enablePerson } from "./sign-in.ts";

const minuteMs = 60_000;
const beginDeletion = "begin deletion";

/**
 * The story of a leaver, durable, and the same however often it is told:
 *
 *     who is it? ─> protected? deletion limit? ─> disable ─ (grace, as a waiting operation) ─> delete ─> gone? ─> erase
 *
 * Nothing irreversible happens before it is sure who the person is. The employee's state says how far it got, so that an
 * operation that is taken up again goes on from there.
 */
export function createOffboarding(dependencies: OffboardingDependencies) {
  return createWorkflow(dependencies, {
    name: "offboarding",
    // Look, delete, look again; or look and disable, which is to read and to write.
    countCalls: async () => 3,
    execute: async (run: OffboardingRun) => {
      const { operation, steps, store } = run;
      const settled = await settle(
        operation.isUndone ? runCancellation(run) : runTermination(run),
      );
      const outcome = settled.ok
        ? settled.value
        : failedOutcome(settled.failure, steps);
      await steps.store("record", async () => {
        const final = { ...outcome, steps: steps.taken };
        const ended = await store.operations.finish(operation, final);
        if (ended && isErasable(ended)) await store.payloads.erase(operation);
      });
      return outcome;
    },
  });
}

async function runTermination(run: OffboardingRun): Promise<WorkflowOutcome> {
  const { operation, store, steps, context } = run;
  const { id, employeeId, phase, releasedUntilMs = 0 } = operation;
  const claim = await awaitTurn(context, steps, () =>
    claimLeaver(operation, store),
  );
  if (claim.outcome === "outdated") return cancelled("hired-since");
  if (claim.outcome === "replaced")
    return cancelled("terminated-since", claim.by);
  const overtaken = await steps.idempotent("cancel what waits", () =>
    cancelOlder(store, operation, "terminated-since"),
  );
  if (claim.outcome === "done") return succeeded({ sameAs: claim.by });
  if (claim.outcome === "unknown") {
    // Whoever was still to come does not come.
    if (overtaken.includes("employee.hired")) return succeeded({});
    throw new StepFailure("person-unknown");
  }

  const { personID, isDeleting } = claim;
  if (personID !== undefined) {
    const isThere = await steps.idempotent("check person", () =>
      checkLeaver(personID, isDeleting, run),
    );
    if (!isDeleting && phase !== "grace") {
      const graceMs = await steps.idempotent("look up grace", () =>
        graceMsOf(run),
      );
      if (!(await isWithinDeletionLimit(run, releasedUntilMs)))
        throw new StepFailure("deletion-limit");
      if (graceMs > 0) {
        await disablePerson(run, personID);
        return waiting(personID, run.nowMs() + graceMs);
      }
    }
    if (phase === "grace") {
      const rehireAtMs = await steps.idempotent("look for a later hire", () =>
        laterHireAtMs(run),
      );
      // They stay as they are, disabled, until it is known what becomes of that hire.
      if (rehireAtMs !== null) return waiting(personID, rehireAtMs);
    }
    await steps.store(beginDeletion, async () => {
      if (!(await store.employees.beginDeletion(employeeId, id)))
        throw new StepFailure("employee-changed");
    });
    if (isThere)
      await steps.sideEffect("delete person", () =>
        run.platformAuth.service.people.remove(personID),
      );
    await confirmGone(run, personID);
  }
  await steps.store("erase", () => erase(run, personID));
  return succeeded({ personID });
}

/** The termination was cancelled while the person was disabled. */
async function runCancellation(run: OffboardingRun): Promise<WorkflowOutcome> {
  const { operation, store, steps } = run;
  const { id, employeeId } = operation;
  const personID = await steps.store("claim", async () => {
    const known = await store.employees.get(employeeId);
    const isOurs = known?.terminatedBy === id && known.state !== "deleting";
    return isOurs ? (known.personID ?? null) : null;
  });
  // Somebody else has taken them back.
  if (personID === null) return cancelled("hired-since");
  await enablePerson(run, personID);
  await steps.store("cancel termination", async () => {
    await store.employees.cancelTermination(employeeId, id);
  });
  return cancelled("cancelled-by-caller");
}

async function isWithinDeletionLimit(
  { operation, store, deletionLimitSettings, steps, nowMs }: OffboardingRun,
  releasedUntilMs: number,
): Promise<boolean> {
  // Many leave at the same moment, and only one is counted at a time.
  return steps.store("check deletion limit", async () =>
    store.deletionLimit.allow(
      operation.employeeId,
      deletionLimitSettings,
      releasedUntilMs > nowMs(),
    ),
  );
}

/**
 * When to look again at a later hire that waits for its start date, or is on its way: it takes the person back as soon as
 * it can. Null when there is none.
 */
async function laterHireAtMs({
  operation,
  store,
  nowMs,
}: OffboardingRun): Promise<number | null> {
  const { employeeId, eventAtMs } = operation;
  const [known, all] = await Promise.all([
    store.employees.get(employeeId),
    store.operations.ofEmployment(employeeId),
  ]);
  // A later termination has overtaken what was hired before it.
  const leftAtMs = Math.max(eventAtMs, known?.terminatedAtMs ?? 0);
  const later = all.find(
    (one) =>
      one.type === "employee.hired" &&
      !isFinal(one) &&
      one.eventAtMs > leftAtMs,
  );
  return later ? Math.max(later.dueAtMs ?? 0, nowMs() + minuteMs) : null;
}

function failedOutcome(
  { code: reason }: StepFailure,
  { taken }: Steps,
): WorkflowOutcome {
  const isForPerson =
    needsAttention(reason) ||
    // A leaver keeps access until another operation ends, so a person must see it.
    reason === "employee-busy" ||
    // A deletion that began and did not end must be seen, whatever stopped it.
    taken[beginDeletion]?.status === "succeeded";
  return {
    status: isForPerson ? "needs_attention" : "failed",
    reason,
    warnings: [],
  };
}

function succeeded({
  sameAs,
  personID,
}: {
  sameAs?: string;
  personID?: string | undefined;
}): WorkflowOutcome {
  const result = personID === undefined ? undefined : { personID, refs: {} };
  return { status: "succeeded", sameAs, result, warnings: [] };
}

function cancelled(reason: ReasonCode, sameAs?: string): WorkflowOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

function waiting(personID: string, dueAtMs: number): WorkflowOutcome {
  const result = { personID, refs: {} };
  return { status: "waiting", phase: "grace", dueAtMs, result, warnings: [] };
}
