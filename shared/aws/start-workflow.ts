import {
  DurableExecutionAlreadyStartedException,
  InvokeCommand,
  type LambdaClient,
} from "@aws-sdk/client-lambda";

/** Starts the workflow of an accepted operation. Starting it twice is harmless: same name, same payload. */
export type StartWorkflow = (operationId: string) => Promise<void>;

/**
 * Starts a durable function by name, handing over the operation id and nothing else.
 *
 * @param functionName - with its alias, e.g. `onboarding-workflow:live`: durable functions are invoked by version
 */
export function createStartWorkflow(
  lambda: LambdaClient,
  functionName: string,
): StartWorkflow {
  return async (operationId) => {
    try {
      await lambda.send(
        new InvokeCommand({
          FunctionName: functionName,
          InvocationType: "Event",
          DurableExecutionName: operationId,
          Payload: JSON.stringify({ operationId }),
        }),
      );
    } catch (error) {
      if (error instanceof DurableExecutionAlreadyStartedException) return;
      throw error;
    }
  };
}
