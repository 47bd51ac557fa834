import {
  type DurableExecutionClient,
  type DurableExecutionHandler,
  InvocationStatus,
  withDurableExecution,
  SDK_VERSION,
} from "@aws/durable-execution-sdk-js";
import {
  CheckpointDurableExecutionCommand,
  GetDurableExecutionStateCommand,
  LambdaClient,
} from "@aws-sdk/client-lambda";
import { errorNameOf } from "../error-name.ts";
import { clientOptions } from "../aws/client-options.ts";
import type { Log } from "../log.ts";

/**
 * Creates the handler of a workflow Lambda. An error outside a step ends the execution, and it is not run again: the
 * answer says so, and Lambda reports the invocation as a success, so that only the log line shows it.
 *
 * @throws Error with the name of the failure and no other detail. Lambda logs it, and the engine invokes the function
 * again.
 */
export function createDurableHandler(
  workflow: DurableExecutionHandler<unknown, void>,
  log: Log,
  durableExecutionClient = createEngineClient(log),
): ReturnType<typeof withDurableExecution> {
  const handler = withDurableExecution(workflow, { durableExecutionClient });
  return async (event, context) => {
    const output = await handler(event, context).catch((error: unknown) => {
      throw withoutDetails(error);
    });
    if (output.Status === InvocationStatus.FAILED)
      log.error("execution failed", {
        error: output.Error.ErrorType ?? "unknown",
      });
    return output;
  };
}

function withoutDetails(error: unknown): Error {
  const plain = new Error("the invocation failed, and the engine repeats it");
  plain.name = errorNameOf(error);
  plain.stack = `${plain.name}: ${plain.message}`;
  return plain;
}

/**
 * Creates the client of the engine. The durable SDK would create its own in the first invocation, in which a small
 * function has a fraction of a processor. Ours is there when a sandbox starts.
 *
 * The log gets our own lines only: the SDK's client would log each failed request with the ARN of the execution, the
 * message of AWS and a stack trace.
 */
function createEngineClient(log: Log): DurableExecutionClient {
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
