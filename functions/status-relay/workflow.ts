import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import {
  isUncertain,
  type StepFailure,
} from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Outcome } from "../../shared/store/operation.ts";
import { answerLate } from "./answer-late.ts";
import { readStatus } from "./read-status.ts";
import { restoreStatus } from "./restore-status.ts";
import type { Scene, StatusRelayDependencies } from "./scene.ts";
import { setStatus } from "./set-status.ts";

/** Reasons for which nothing is done, and nobody has to do anything. */
const reasonsToLeaveIt = new Set([
  "newer-status",
  "expired",
  "changed-since",
  "left-since",
]);

/**
 * The story of a status, durable: it is set, and when it has run out, what was there before comes back. Whoever asked in
 * chat, and was told to wait, is told the result.
 */
export function createStatusRelay(dependencies: StatusRelayDependencies) {
  return createWorkflow(dependencies, {
    name: "status",
    // To read and to write.
    countCalls: async () => 2,
    tell: async (scene: Scene) => {
      const { operation, steps, store } = scene;
      const told = await settle(tellStatus(scene));
      const outcome = told.ok ? told.value : asEnding(told.failure);
      const recorded = await settle(
        steps.persistent("record", () =>
          store.operations.finish(operation, {
            ...outcome,
            steps: steps.taken,
          }),
        ),
      );
      await settle(answerLate(scene));
      if (!recorded.ok) throw recorded.failure;
      return outcome;
    },
  });
}

function tellStatus(scene: Scene): Promise<Outcome> {
  const { type, phase } = scene.operation;
  if (type === "status.show") return readStatus(scene);
  return phase === "restore" ? restoreStatus(scene) : setStatus(scene);
}

function asEnding({ message: reason }: StepFailure): Outcome {
  if (reasonsToLeaveIt.has(reason))
    return { status: "cancelled", reason, warnings: [] };
  const status = isUncertain(reason) ? "needs_attention" : "failed";
  return { status, reason, warnings: [] };
}
