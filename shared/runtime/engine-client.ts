import {
  CheckpointDurableExecutionCommand,
  GetDurableExecutionStateCommand,
  LambdaClient,
} from "@aws-sdk/client-lambda";
import {
  type DurableExecutionClient,
  SDK_VERSION,
} from "@aws/durable-execution-sdk-js";
import { errorNameOf } from "../error-name.ts";
import { clientOptions } from "../aws/client-options.ts";
import type { Log } from "../log.ts";

/**
 * Creates the client of the engine. The durable SDK would create its own in the first invocation, in which a small
 * function has a fraction of a processor. Ours is there when a sandbox starts.
 *
 * The log gets our own lines only: the SDK's client would log each failed request with the ARN of the execution, the
 * message of AWS and a stack trace.
 */
export function createEngineClient(log: Log): DurableExecutionClient {
  const lambda = new LambdaClient({
    ...clientOptions,
    customUserAgent: [["aws-durable-execution-sdk-js", SDK_VERSION]],
    // The times of the SDK's client. An execution waits for the engine, and no sender waits for the execution.
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 50_000,
      requestTimeout: 55_000,
      throwOnRequestTimeout: true,
    },
  });
  const logFailure = (error: unknown): never => {
    log.error("engine failed", { error: errorNameOf(error) });
    throw error;
  };
  return {
    getExecutionState: (request) =>
      lambda
        .send(new GetDurableExecutionStateCommand(request))
        .catch(logFailure),
    checkpoint: (request) =>
      lambda
        .send(new CheckpointDurableExecutionCommand(request))
        .catch(logFailure),
  };
}
