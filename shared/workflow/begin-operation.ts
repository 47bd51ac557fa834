import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import type { Operations } from "../store/operations.ts";
import type { StartedOperation } from "../store/operation.ts";
import { createSteps, type Steps, type StepsOptions } from "./steps.ts";

const inputSchema = z.object({ operationId: z.string() });

/**
 * Begins the execution of an operation: its event names the operation and nothing else. Resolves to undefined when there
 * is nothing to run: it is unknown, has ended, waits, or is another execution's.
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
  // All that touches the outside world is in a step, our own store too: a replay must not depend on it.
  // Given up soon: what was accepted and does not run is started again, as another execution.
  const operation = await steps.store(
    "start",
    () => operations.start(operationId, durableExecutionArn),
    { maxAttempts: 5 },
  );
  return operation && { operation, steps };
}
