import {
  GetDurableExecutionCommand,
  type LambdaClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import type { FindExecution } from "../workflow/execution.ts";

/** Creates a function that asks Lambda whether an execution is running. An unknown execution counts as ended. */
export function createFindExecution(lambda: LambdaClient): FindExecution {
  return async (executionArn) => {
    try {
      const { Status } = await lambda.send(
        new GetDurableExecutionCommand({ DurableExecutionArn: executionArn }),
      );
      return Status === "RUNNING";
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  };
}
