import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import type { StartedOperation } from "../store/operation.ts";
import type { CallClass } from "../store/rate-limiter.ts";
import type { Operations } from "../store/operations.ts";
import {
  reserveRetry,
  waitForReservation,
  type RateLimitOptions,
} from "./reserve-calls.ts";
import type { OutageOptions } from "./find-outage.ts";
import { settle } from "./settle.ts";
import { stopRetries } from "./stop-retries.ts";
import { createSteps, type Steps, type StepsOptions } from "./steps.ts";

type Dependencies = Pick<StepsOptions, "nowMs" | "random" | "log"> &
  RateLimitOptions &
  OutageOptions & {
    store: { operations: Pick<Operations, "start" | "recordStep"> };
  };

/** One execution of an operation. */
export type WorkflowRun = {
  operation: StartedOperation;
  steps: Steps;
  context: DurableContext;
};

/** A kind of workflow. */
type WorkflowDefinition<S> = {
  /** The name in the log, such as `onboarding`. */
  name: string;
  /** What the calls to the platform are for, which decides who goes first under the rate limit. @default other */
  callClassOf?: (operation: StartedOperation) => CallClass;
  /** About how many calls to the platform the run makes when every call succeeds. */
  countCalls: (run: S) => Promise<number>;
  /** Runs the steps, writes the outcome and resolves to it. A rejection means that the outcome is not written. */
  execute: (run: S) => Promise<Ended>;
};

/** How an operation ended, or that it waits. */
type Ended = { status: string; reason?: string | undefined };

const inputSchema = z.object({ operationId: z.string() });

/** Outcomes that need no attention. */
const expectedStatuses = new Set(["succeeded", "cancelled", "waiting"]);

/**
 * The frame of every durable workflow: begins the operation that the input names, waits for its turn under the rate
 * limit, runs its steps and logs the outcome. The operation is the truth. The engine's history holds only ids and
 * codes.
 */
export function createWorkflow<D extends Dependencies>(
  dependencies: D,
  {
    name,
    callClassOf = () => "other",
    countCalls,
    execute,
  }: WorkflowDefinition<D & WorkflowRun>,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { store } = dependencies;
  return async (input, context) => {
    // The operation is known before the first call to the platform.
    let callClass: CallClass = "other";
    const begun = await beginOperation(input, context, store.operations, {
      ...dependencies,
      prepareRetry: async (failure, attempt) =>
        reserveRetry(
          dependencies,
          callClass,
          await stopRetries(dependencies, failure, attempt),
        ),
    });
    if (!begun) return;
    callClass = callClassOf(begun.operation);
    const run = { ...dependencies, ...begun, context };
    await waitForReservation(dependencies, run, callClass, () =>
      countCalls(run),
    );
    await executeAndLog(name, run, () => execute(run));
  };
}

/** Runs the steps of an operation, and logs how it ended. */
export async function executeAndLog(
  name: string,
  {
    operation,
    log,
  }: Pick<WorkflowRun, "operation"> & Pick<StepsOptions, "log">,
  execute: () => Promise<Ended>,
): Promise<void> {
  const settled = await settle(execute());
  const { status, reason } = settled.ok
    ? settled.value
    : { status: "unrecorded", reason: settled.failure.code };
  const { id: operationId, type } = operation;
  log[expectedStatuses.has(status) ? "info" : "error"](`${name} ended`, {
    operationId,
    type,
    status,
    reason,
  });
}

/**
 * Begins the execution of an operation. Its input names the operation and nothing else. Resolves to undefined when the
 * operation must not run: it is unknown, waits, is final, or belongs to another execution.
 */
export async function beginOperation(
  input: unknown,
  context: DurableContext,
  operations: Pick<Operations, "start" | "recordStep">,
  options: Pick<StepsOptions, "prepareRetry" | "nowMs" | "random" | "log">,
): Promise<{ operation: StartedOperation; steps: Steps } | undefined> {
  const { operationId } = inputSchema.parse(input);
  const steps = createSteps({
    ...options,
    context,
    operationId,
    recordStep: (...step) => operations.recordStep(...step),
  });
  const { durableExecutionArn } = context.executionContext;
  // Every access to the outside world is a step, also to our own store, because a replay must not depend on it. The
  // scheduler may start the operation meanwhile as another execution. The first of them to begin it runs it.
  const operation = await steps.store("start", () =>
    operations.start(operationId, durableExecutionArn),
  );
  return operation && { operation, steps };
}
