import {
  DurableExecutionApiClient,
  type DurableExecutionClient,
  type DurableExecutionHandler,
  withDurableExecution,
} from "@aws/durable-execution-sdk-js";
import type { Log } from "../log.ts";

/**
 * Creates the handler of a workflow Lambda. The log gets our own lines only: the SDK would log each failed request to
 * the engine with the ARN of the execution, the message of AWS and a stack trace.
 *
 * @throws Error with the name of the failure and no other detail. Lambda logs it, and the engine invokes the function
 * again.
 */
export function createDurableHandler(
  workflow: DurableExecutionHandler<unknown, void>,
  log: Log,
): ReturnType<typeof withDurableExecution> {
  const handler = withDurableExecution(workflow, {
    durableExecutionClient: createEngineClient(log),
  });
  return (event, context) =>
    handler(event, context).catch((error: unknown) => {
      throw withoutDetails(error);
    });
}

/** The client of the engine, without the SDK's logger. */
function createEngineClient(log: Log): DurableExecutionClient {
  const client = new DurableExecutionApiClient();
  const logFailure = (error: unknown): never => {
    log.error("engine failed", { error: nameOf(error) });
    throw error;
  };
  return {
    getExecutionState: (request) =>
      client.getExecutionState(request).catch(logFailure),
    checkpoint: (request) => client.checkpoint(request).catch(logFailure),
  };
}

function withoutDetails(error: unknown): Error {
  const plain = new Error("the invocation failed, and the engine repeats it");
  plain.name = nameOf(error);
  plain.stack = `${plain.name}: ${plain.message}`;
  return plain;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
