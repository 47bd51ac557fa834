import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { isNote, isUncertain } from "../../shared/reason-codes.ts";
import {
  choosePause,
  patienceMs,
  requireNoOutage,
} from "../../shared/workflow/choose-pause.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { hasSavedEarlierStatuses } from "./earlier-statuses.ts";
import { eraseServedData, isDone, sendLateAnswer } from "./late-answer.ts";
import { readStatus } from "./read-status.ts";
import { restoreStatus, setStatus } from "./set-status.ts";
import type {
  StatusRelayDependencies,
  StatusRelayRun,
} from "./status-relay-run.ts";
import { hourMs } from "../../shared/durations.ts";

/**
 * The durable workflow of a status. Its steps:
 *
 * 1. "read status" for `status.show`, "set status" for `status.set`, or "restore status" when a set status has expired.
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
    execute: async (run: StatusRelayRun) => {
      const outcome = await runStatus(run);
      if ((await recordOutcome(run, outcome)).isAnswerOwed) {
        // The outcome is recorded, and a failure of these steps does not change it.
        await settle(sendLateAnswer(run));
        await settle(eraseServedData(run));
      }
      return outcome;
    },
  });
}

/** A status that was not shown within this time is not shown any more, because it is of no use then. */
const unshownPatienceMs = hourMs;

async function runStatus(run: StatusRelayRun): Promise<WorkflowOutcome> {
  const settled = await settle(requireTime(run).then(() => runStep(run)));
  return settled.ok ? settled.value : blockedOrFailed(run, settled.failure);
}

/**
 * Checks the time and the outage of a status that was blocked before.
 *
 * @throws StepFailure `expired` when a status that was never shown has waited too long; the reason of an outage
 */
async function requireTime(run: StatusRelayRun): Promise<void> {
  const { operation, steps, nowMs } = run;
  const { blockedSinceMs, mayBeShown = false, phase } = operation;
  if (blockedSinceMs === undefined) return;
  if (phase === undefined && !mayBeShown) {
    const isOver = await steps.store(
      "check time",
      async () => nowMs() >= blockedSinceMs + unshownPatienceMs,
    );
    if (isOver) throw new StepFailure("expired");
  }
  await requireNoOutage(run);
}

function runStep(run: StatusRelayRun) {
  const { type, phase } = run.operation;
  if (type === "status.show") return readStatus(run);
  return phase === "restore" ? restoreStatus(run) : setStatus(run);
}

function recordOutcome(
  { operation, steps, store }: StatusRelayRun,
  outcome: WorkflowOutcome,
): Promise<{ isAnswerOwed: boolean }> {
  const { type, phase, blockedSinceMs } = operation;
  const isBlockedAgain = blockedSinceMs !== undefined && "blockedBy" in outcome;
  // The user was answered when the status was set, with its end, or was told that the status waits.
  const isAnswered = phase === "restore" || isBlockedAgain;
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

/** A failed read is cancelled: a later answer would be of no use, and the user can ask again. */
function unreadOutcome({ code }: StepFailure): WorkflowOutcome {
  const reason = isNote(code) ? code : "status-not-read";
  return { status: "cancelled", reason, warnings: [] };
}

async function blockedOrFailed(
  run: StatusRelayRun,
  failure: StepFailure,
): Promise<WorkflowOutcome> {
  const { operation } = run;
  if (operation.type === "status.show") return unreadOutcome(failure);
  const mayBeShown =
    operation.mayBeShown ||
    isUncertain(failure.code) ||
    (await hasSavedEarlierStatuses(run));
  const isUnshown = operation.phase === undefined && !mayBeShown;
  const pause = await choosePause(
    run,
    failure,
    isUnshown ? unshownPatienceMs : patienceMs,
  );
  if (pause === undefined) return toOutcome(failure);
  if (pause !== "over") return { ...pause, ...(mayBeShown && { mayBeShown }) };
  return isUnshown
    ? { status: "cancelled", reason: "expired", warnings: [] }
    : { status: "needs_attention", reason: failure.code, warnings: [] };
}

function toOutcome({ code: reason }: StepFailure): WorkflowOutcome {
  if (isNote(reason)) return { status: "cancelled", reason, warnings: [] };
  const status = isUncertain(reason) ? "needs_attention" : "failed";
  return { status, reason, warnings: [] };
}
