import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { isUncertain } from "../../shared/reason-codes.ts";
import type { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { answerLate } from "./answer-late.ts";
import { readStatus } from "./read-status.ts";
import { restoreStatus } from "./restore-status.ts";
import type { StatusRun, StatusRelayDependencies } from "./status-run.ts";
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
    execute: async (run: StatusRun) => {
      const { operation, steps, store } = run;
      const settled = await settle(runStatus(run));
      const outcome = settled.ok ? settled.value : toOutcome(settled.failure);
      const recorded = await settle(
        steps.store("record", () =>
          store.operations.finish(operation, {
            ...outcome,
            steps: steps.taken,
          }),
        ),
      );
      await settle(answerLate(run));
      if (!recorded.ok) throw recorded.failure;
      return outcome;
    },
  });
}

function runStatus(run: StatusRun): Promise<WorkflowOutcome> {
  const { type, phase } = run.operation;
  if (type === "status.show") return readStatus(run);
  return phase === "restore" ? restoreStatus(run) : setStatus(run);
}

function toOutcome({ code: reason }: StepFailure): WorkflowOutcome {
  if (reasonsToLeaveIt.has(reason))
    return { status: "cancelled", reason, warnings: [] };
  const status = isUncertain(reason) ? "needs_attention" : "failed";
  return { status, reason, warnings: [] };
}
