import {
  DurableExecutionAlreadyStartedException,
  InvokeCommand,
  type LambdaClient,
} from "@aws-sdk/client-lambda";
import { executionNameOf, type StartWorkflow } from "../workflow/execution.ts";

/**
 * Starts a durable function by name, handing over the operation id and nothing else.
 *
 * @param functionOf - the function for operations of a type, with its alias, e.g. `onboarding-workflow:live`: durable
 *   functions are invoked by version
 */
export function createStartWorkflow(
  lambda: LambdaClient,
  functionOf: (type: string) => string,
): StartWorkflow {
  return async (operation) => {
    try {
      await lambda.send(
        new InvokeCommand({
          FunctionName: functionOf(operation.type),
          InvocationType: "Event",
          DurableExecutionName: executionNameOf(operation),
          Payload: JSON.stringify({ operationId: operation.id }),
        }),
      );
    } catch (error) {
      if (error instanceof DurableExecutionAlreadyStartedException) return;
      throw error;
    }
  };
}

/**
 * Asks whether a workflow could be started, and starts none: so that a sandbox has its connection, and has once written
 * such a request, before it has to.
 *
 * @param functionName - with its alias
 */
export function createWarmUpStart(
  lambda: LambdaClient,
  functionName: string,
): () => Promise<void> {
  return async () => {
    await lambda.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: "DryRun",
      }),
    );
  };
}
