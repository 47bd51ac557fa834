import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { StartedOperation } from "../store/operation.ts";
import type { Operations } from "../store/operations.ts";
import { beginOperation } from "./begin-operation.ts";
import {
  reserveRetry,
  waitForReservation,
  type RateLimitOptions,
} from "./reserve-calls.ts";
import { settle } from "./settle.ts";
import type { Steps, StepsOptions } from "./steps.ts";

type Dependencies = Pick<StepsOptions, "nowMs" | "random" | "log"> &
  RateLimitOptions & {
    store: { operations: Pick<Operations, "start" | "recordStep"> };
  };

/** What a story has to work with. */
export type WorkflowRun = {
  operation: StartedOperation;
  steps: Steps;
  context: DurableContext;
};

/** A kind of workflow. */
type WorkflowDefinition<S> = {
  /** As the log says it: `onboarding`. */
  name: string;
  /** About how many calls to the platform it makes when all goes well. */
  countCalls: (run: S) => Promise<number>;
  /** Tells the story, writes its end down and resolves to it; a rejection means that the end is not written. */
  execute: (run: S) => Promise<Ended>;
};

/** How an operation has ended, or that it waits. */
type Ended = { status: string; reason?: string | undefined };

const fine = new Set(["succeeded", "cancelled", "waiting"]);

/**
 * The frame of every durable workflow: begins the operation that the event names, waits until the platform has time for
 * it, has its story told, and logs how that ended. The operation is the truth; the engine's history holds ids and codes only.
 */
export function createWorkflow<D extends Dependencies>(
  dependencies: D,
  { name, countCalls, execute }: WorkflowDefinition<D & WorkflowRun>,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { store, log } = dependencies;
  return async (input, context) => {
    const begun = await beginOperation(input, context, store.operations, {
      ...dependencies,
      reserveRetry: (failure) => reserveRetry(dependencies, failure),
    });
    if (!begun) return;
    const run = { ...dependencies, ...begun, context };
    await waitForReservation(dependencies, run, () => countCalls(run));
    const settled = await settle(execute(run));
    const { status, reason } = settled.ok
      ? settled.value
      : { status: "unrecorded", reason: settled.failure.code };
    const { id: operationId, type } = begun.operation;
    log[fine.has(status) ? "info" : "error"](`${name} ended`, {
      operationId,
      type,
      status,
      reason,
    });
  };
}
