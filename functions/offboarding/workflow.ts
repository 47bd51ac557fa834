import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { isUncertain, StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import { cancelOlder } from "../../shared/store/cancel-older.ts";
import {
  hasEnded,
  isDone,
  type Outcome,
} from "../../shared/store/operation.ts";
import { checkLeaver } from "./check-leaver.ts";
import { claimLeaver } from "./claim.ts";
import { confirmGone } from "./confirm-gone.ts";
import { erase } from "./erase.ts";
import { graceMsOf } from "./grace.ts";
import type { OffboardingDependencies, Scene } from "./scene.ts";
import { disablePerson, enablePerson } from "./sign-in.ts";

const minuteMs = 60_000;
const beginDeletion = "begin deletion";

/** Reasons for which somebody has to look or to decide. */
const needAttention = new Set([
  "person-unknown",
  "person-differs",
  "person-protected",
  "deletion-limit",
  "employee-busy",
]);

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
    tell: async (scene: Scene) => {
      const { operation, steps, store } = scene;
      const told = await settle(
        operation.isUndone ? tellReturn(scene) : tellLeave(scene),
      );
      const outcome = told.ok ? told.value : asFailed(told.failure, steps);
      await steps.persistent("record", async () => {
        const ending = { ...outcome, steps: steps.taken };
        const ended = await store.operations.finish(operation, ending);
        if (ended && isDone(ended)) await store.payloads.erase(operation);
      });
      return outcome;
    },
  });
}

async function tellLeave(scene: Scene): Promise<Outcome> {
  const { operation, store, steps, context } = scene;
  const { id, employeeId, phase, releasedUntilMs = 0 } = operation;
  const claim = await awaitTurn(context, steps, () =>
    claimLeaver(operation, store),
  );
  if (claim.outcome === "outdated") return cancelled("hired-since");
  if (claim.outcome === "replaced")
    return cancelled("terminated-since", claim.by);
  const overtaken = await steps.repeatable("cancel what waits", () =>
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
    const isThere = await steps.repeatable("check person", () =>
      checkLeaver(personID, isDeleting, scene),
    );
    if (!isDeleting && phase !== "grace") {
      const graceMs = await steps.repeatable("look up grace", () =>
        graceMsOf(scene),
      );
      if (!(await isWithinDeletionLimit(scene, releasedUntilMs)))
        throw new StepFailure("deletion-limit");
      if (graceMs > 0) {
        await disablePerson(scene, personID);
        return waiting(personID, scene.nowMs() + graceMs);
      }
    }
    if (phase === "grace") {
      const rehireAtMs = await steps.repeatable("look for a later hire", () =>
        laterHireAtMs(scene),
      );
      // They stay as they are, disabled, until it is known what becomes of that hire.
      if (rehireAtMs !== null) return waiting(personID, rehireAtMs);
    }
    await steps.persistent(beginDeletion, async () => {
      if (!(await store.employees.beginDeletion(employeeId, id)))
        throw new StepFailure("employee-changed");
    });
    if (isThere)
      await steps.effect("delete person", () =>
        scene.platformAuth.service.people.remove(personID),
      );
    await confirmGone(scene, personID);
  }
  await steps.persistent("erase", () => erase(scene, personID));
  return succeeded({ personID });
}

/** The termination was cancelled while the person was disabled. */
async function tellReturn(scene: Scene): Promise<Outcome> {
  const { operation, store, steps } = scene;
  const { id, employeeId } = operation;
  const personID = await steps.persistent("claim", async () => {
    const known = await store.employees.get(employeeId);
    const isOurs = known?.terminatedBy === id && known.state !== "deleting";
    return isOurs ? (known.personID ?? null) : null;
  });
  // Somebody else has taken them back.
  if (personID === null) return cancelled("hired-since");
  await enablePerson(scene, personID);
  await steps.persistent("let stay", async () => {
    await store.employees.stay(employeeId, id);
  });
  return cancelled("cancelled-by-caller");
}

async function isWithinDeletionLimit(
  { operation, store, deletionLimitSettings, steps, nowMs }: Scene,
  releasedUntilMs: number,
): Promise<boolean> {
  // Many leave at the same moment, and only one is counted at a time.
  return steps.persistent("check deletion limit", async () =>
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
}: Scene): Promise<number | null> {
  const { employeeId, eventAtMs } = operation;
  const [known, all] = await Promise.all([
    store.employees.get(employeeId),
    store.operations.ofLife(employeeId),
  ]);
  // A later termination has overtaken what was hired before it.
  const leftAtMs = Math.max(eventAtMs, known?.terminatedAtMs ?? 0);
  const later = all.find(
    (one) =>
      one.type === "employee.hired" &&
      !hasEnded(one) &&
      one.eventAtMs > leftAtMs,
  );
  return later ? Math.max(later.dueAtMs ?? 0, nowMs() + minuteMs) : null;
}

function asFailed({ message: reason }: StepFailure, { taken }: Steps): Outcome {
  const needsAttention =
    isUncertain(reason) ||
    needAttention.has(reason) ||
    // Whatever stopped it, a deletion that has begun and does not end must not go unseen.
    taken[beginDeletion]?.status === "succeeded";
  return {
    status: needsAttention ? "needs_attention" : "failed",
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
}): Outcome {
  const result = personID === undefined ? undefined : { personID, refs: {} };
  return { status: "succeeded", sameAs, result, warnings: [] };
}

function cancelled(reason: string, sameAs?: string): Outcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

function waiting(personID: string, dueAtMs: number): Outcome {
  const result = { personID, refs: {} };
  return { status: "waiting", phase: "grace", dueAtMs, result, warnings: [] };
}
