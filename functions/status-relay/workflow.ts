import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { isUncertain, type ReasonCode } from "../../shared/reason-codes.ts";
import type { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { eraseServedData, isDone, sendLateAnswer } from "./late-answer.ts";
import { readStatus } from "./read-status.ts";
import { restoreStatus } from "./restore-status.ts";
import type { StatusRun, StatusRelayDependencies } from "./status-run.ts";
import { setStatus } from "./set-status.ts";

/**
 * The durable workflow of a status. Its steps:
 *
 * 1. "read status" for `status.show`; "set status" for `status.set`; "restore status" when a set status has expired.
 * 2. "record" the outcome. The same write erases the data, if no answer in chat needs it.
 * 3. "answer" in chat, if the receiver could not wait for the outcome.
 * 4. "erase data" that only the answer needed.
 */
export function createStatusRelay(dependencies: StatusRelayDependencies) {
  return createWorkflow(dependencies, {
    name: "status",
    callClassOf: () => "status",
    // One call reads the person, one writes it.
    countCalls: async () => 2,
    execute: async (run: StatusRun) => {
      const outcome = await runStatus(run);
      const recorded = await settle(recordOutcome(run, outcome));
      if (!recorded.ok || recorded.value.isAnswerOwed) {
        await settle(sendLateAnswer(run));
        await settle(eraseServedData(run));
      }
      if (!recorded.ok) throw recorded.failure;
      return outcome;
    },
  });
}

async function runStatus(run: StatusRun): Promise<WorkflowOutcome> {
  const settled = await settle(chooseStep(run)(run));
  return settled.ok ? settled.value : toOutcome(settled.failure);
}

function chooseStep({ operation: { type, phase } }: StatusRun) {
  if (type === "status.show") return readStatus;
  return phase === "restore" ? restoreStatus : setStatus;
}

function recordOutcome(
  { operation, steps, store }: StatusRun,
  outcome: WorkflowOutcome,
): Promise<{ isAnswerOwed: boolean }> {
  const { type, phase } = operation;
  // The user got the answer when the status was set, and knows when it expires.
  const isAnswered = phase === "restore";
  const atEnd = isAnswered ? "erase" : "keep for an answer";
  return steps.store("record", async () => {
    const recorded = await store.operations.finish(
      operation,
      { ...outcome, steps: steps.taken },
      isDone({ ...outcome, type }) ? atEnd : "keep",
    );
    return { isAnswerOwed: !isAnswered && recorded?.isAnswerOwed === true };
  });
}

/** With these reasons there is nothing to do, for the workflow and for operators. */
const cancellingReasons = new Set<ReasonCode>([
  "newer-status",
  "expired",
  "changed-since",
  "left-since",
]);

function toOutcome({ code: reason }: StepFailure): WorkflowOutcome {
  if (cancellingReasons.has(reason))
    return { status: "cancelled", reason, warnings: [] };
  const status = isUncertain(reason) ? "needs_attention" : "failed";
  return { status, reason, warnings: [] };
}
