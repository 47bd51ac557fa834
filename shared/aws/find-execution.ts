import {
  GetDurableExecutionCommand,
  type LambdaClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";

/** Resolves to whether a durable execution is still under way; one that Lambda does not know is not. */
export type FindExecution = (executionArn: string) => Promise<boolean>;

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
