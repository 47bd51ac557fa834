import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import type { Operations } from "../store/operations.ts";
import type { StartedOperation } from "../store/operation.ts";
import { createSteps, type Steps, type StepsOptions } from "./steps.ts";

const inputSchema = z.object({ operationId: z.string() });

/**
 * Begins the execution of an operation. Its input names the operation and nothing else. Resolves to undefined when the
 * operation must not run: it is unknown, waits, is final, or belongs to another execution.
 */
export async function beginOperation(
  input: unknown,
  context: DurableContext,
  operations: Pick<Operations, "start" | "recordStep">,
  options: Pick<StepsOptions, "reserveRetry" | "nowMs" | "random" | "log">,
): Promise<{ operation: StartedOperation; steps: Steps } | undefined> {
  const { operationId } = inputSchema.parse(input);
  const steps = createSteps({
    ...options,
    context,
    operationId,
    recordStep: (...step) => operations.recordStep(...step),
  });
  const { durableExecutionArn } = context.executionContext;
  // Every access to the outside world is a step, also to our own store, because a replay must not depend on it.
  // Only a few attempts: the scheduler starts an accepted operation that does not run again, as another execution.
  const operation = await steps.store(
    "start",
    () => operations.start(operationId, durableExecutionArn),
    { maxAttempts: 5 },
  );
  return operation && { operation, steps };
}
