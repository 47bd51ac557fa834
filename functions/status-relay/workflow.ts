import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { beginOperation } from "../../shared/durable/begin-operation.ts";
import { isUncertain, type StepFailure } from "../../shared/durable/failure.ts";
import { settle } from "../../shared/durable/settle.ts";
import type { Ending, Pause } from "../../shared/lifecycle/operation.ts";
import { answerLate } from "./answer-late.ts";
import { readStatus } from "./read-status.ts";
import { restoreStatus } from "./restore-status.ts";
import type { Scene, StatusRelayDependencies } from "./scene.ts";
import { setStatus } from "./set-status.ts";

type Outcome = Omit<Ending, "steps"> | Omit<Pause, "steps">;

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
  const { lifecycle, log } = dependencies;

  return async function relay(
    input: unknown,
    context: DurableContext,
  ): Promise<void> {
    const begun = await beginOperation(
      input,
      context,
      lifecycle.operations,
      dependencies,
    );
    if (!begun) return;
    const { operation, steps } = begun;
    const scene = { ...dependencies, ...begun };
    const told = await settle(tell(scene));
    const outcome = told.ok ? told.value : asEnding(told.failure);
    const recorded = await settle(
      steps.persistent("record", () =>
        lifecycle.operations.finish(operation, {
          ...outcome,
          steps: steps.taken,
        }),
      ),
    );
    await settle(answerLate(scene));
    const status = recorded.ok ? outcome.status : "unrecorded";
    log[levelOf(status)]("status relayed", {
      operationId: operation.id,
      type: operation.type,
      status,
      reason: "reason" in outcome ? outcome.reason : undefined,
    });
  };
}

function tell(scene: Scene): Promise<Outcome> {
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

/** A status that is refused is nobody's emergency. */
function levelOf(status: string): "info" | "warn" | "error" {
  if (status === "failed") return "warn";
  return ["needs_attention", "unrecorded"].includes(status) ? "error" : "info";
}
