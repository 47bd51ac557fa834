import {
  DurableExecutionAlreadyStartedException,
  InvokeCommand,
  type LambdaClient,
  LambdaServiceException,
} from "@aws-sdk/client-lambda";
import { fingerprintOf } from "../fingerprint.ts";
import {
  executionNameOf,
  type PlanInput,
  planExecutionOf,
  type StartWorkflow,
} from "../workflow/execution.ts";
import {
  type WorkflowFunctions,
  workflowFunctionOf,
} from "../workflow/workflow-functions.ts";

/**
 * Creates a function that starts a durable execution. The payload is the operation id and nothing else. A second start
 * under the same name is no error.
 *
 * @param functions - with their alias, such as `employment-workflow:live`, because Lambda invokes durable functions by
 *   version
 */
export function createStartWorkflow(
  lambda: LambdaClient,
  functions: WorkflowFunctions,
): StartWorkflow {
  return (operation) =>
    startExecution(
      lambda,
      workflowFunctionOf(operation.type, functions),
      executionNameOf(operation),
      { operationId: operation.id },
    );
}

/**
 * Creates a function that starts the execution of a round of notices. A second start under the same name is no error.
 *
 * @param functionName - with its alias
 */
export function createStartRound(
  lambda: LambdaClient,
  functionName: string,
): (round: string) => Promise<void> {
  return (round) => startExecution(lambda, functionName, round, { round });
}

/**
 * Creates a function that starts an execution for a plan of a list. A second start under the same name is no error.
 *
 * @param functionName - with its alias
 */
export function createStartPlan(
  lambda: LambdaClient,
  functionName: string,
): (input: PlanInput) => Promise<void> {
  return (input) =>
    startExecution(lambda, functionName, planExecutionOf(input), input);
}

/** AWS documents both that a name is unique in the function and in the account, so it has the function's name, too. */
async function startExecution(
  lambda: LambdaClient,
  functionName: string,
  name: string,
  payload: object,
): Promise<void> {
  const ending = fingerprintOf(functionName).slice(0, 8);
  try {
    await lambda.send(
      new InvokeCommand({
        InvocationType: "Event",
        FunctionName: functionName,
        DurableExecutionName: `${name}-${ending}`,
        Payload: JSON.stringify(payload),
      }),
    );
  } catch (error) {
    if (error instanceof DurableExecutionAlreadyStartedException) return;
    throw error;
  }
}

/** Whether Lambda refused a start because of too many requests, so that other starts will be refused too. */
export function isThrottled(error: unknown): boolean {
  return (
    error instanceof LambdaServiceException &&
    error.$metadata.httpStatusCode === 429
  );
}

/**
 * Creates a function that sends a dry run to Lambda, which starts no workflow. It opens the connection and loads the
 * code of the request before the first event arrives.
 *
 * @param functionName - the name of a workflow with its alias
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
