import {
  type DurableExecutionClient,
  type DurableExecutionInvocationInput,
  withDurableExecution,
} from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import { createLog } from "../log.ts";
import type { Store } from "../store/store.ts";
import { beginOperation } from "../workflow/create-workflow.ts";

export type WarmUpExecutionDependencies = {
  store: { operations: Pick<Store["operations"], "start"> };
  nowMs: () => number;
  random: () => number;
};

/** No operation, execution or function has this name. */
const name = "warm-up";

/** An engine in memory that accepts each checkpoint and stores none. An execution that never replays needs no more. */
const forgetfulEngine: DurableExecutionClient = {
  checkpoint: async () => ({
    CheckpointToken: name,
    NewExecutionState: { Operations: [] },
  }),
  getExecutionState: async () => ({ Operations: [] }),
};

const invocation: DurableExecutionInvocationInput = {
  DurableExecutionArn: name,
  CheckpointToken: name,
  InitialExecutionState: {
    Operations: [
      {
        Id: name,
        Type: "EXECUTION",
        Status: "STARTED",
        StartTimestamp: new Date(0),
        ExecutionDetails: {
          InputPayload: JSON.stringify({ operationId: name }),
        },
      },
    ],
    NextMarker: "",
  },
};

const context: Context = {
  awsRequestId: name,
  functionName: name,
  functionVersion: "1",
  invokedFunctionArn: name,
  memoryLimitInMB: "0",
  logGroupName: name,
  logStreamName: name,
  callbackWaitsForEmptyEventLoop: false,
  getRemainingTimeInMillis: () => 10_000,
  /* oxlint-disable typescript/no-deprecated -- the type of Lambda's context requires these three. */
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
  /* oxlint-enable typescript/no-deprecated */
};

/**
 * Runs an execution of an operation that does not exist, so that the code of the durable SDK, of a step and of a write
 * is compiled before the first real execution. It begins like each workflow, with the write that takes an accepted
 * operation, and finds none. Its engine is in memory, and nothing is logged.
 */
export async function runWarmUpExecution({
  store: { operations },
  nowMs,
  random,
}: WarmUpExecutionDependencies): Promise<void> {
  const none = async () => undefined;
  const handler = withDurableExecution(
    async (input: unknown, durable) => {
      await beginOperation(
        input,
        durable,
        { start: operations.start, recordStep: none, recordFailure: none },
        {
          prepareRetry: async (failure) => failure,
          nowMs,
          random,
          log: createLog(name, () => undefined),
        },
      );
    },
    { durableExecutionClient: forgetfulEngine },
  );
  await handler(invocation, context);
}
