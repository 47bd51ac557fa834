import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { StartedOperation } from "../lifecycle/operation.ts";
import type { Operations } from "../lifecycle/operations.ts";
import { beginOperation } from "./begin-operation.ts";
import { settle } from "./settle.ts";
import type { Steps, StepsOptions } from "./steps.ts";

type Dependencies = Pick<StepsOptions, "nowMs" | "random" | "log"> & {
  lifecycle: { operations: Pick<Operations, "start" | "recordStep"> };
};

/** What a story has to work with. */
export type Begun = {
  operation: StartedOperation;
  steps: Steps;
  context: DurableContext;
};

/** How an operation has ended, or that it waits. */
type Ended = { status: string; reason?: string | undefined };

const fine = new Set(["succeeded", "cancelled", "waiting"]);

/**
 * The frame of every durable workflow: begins the operation that the event names, has its story told, and logs how that
 * ended. The operation is the truth; the engine's history holds ids and codes only.
 *
 * @param name - as the log says it: `onboarding`
 * @param tell - tells the story, writes its end down and resolves to it; a rejection means that the end is not written
 */
export function createWorkflow<D extends Dependencies>(
  dependencies: D,
  name: string,
  tell: (scene: D & Begun) => Promise<Ended>,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { lifecycle, log } = dependencies;
  return async (input, context) => {
    const begun = await beginOperation(
      input,
      context,
      lifecycle.operations,
      dependencies,
    );
    if (!begun) return;
    const told = await settle(tell({ ...dependencies, ...begun, context }));
    const { status, reason } = told.ok
      ? told.value
      : { status: "unrecorded", reason: told.failure.message };
    const { id: operationId, type } = begun.operation;
    log[fine.has(status) ? "info" : "error"](`${name} ended`, {
      operationId,
      type,
      status,
      reason,
    });
  };
}
