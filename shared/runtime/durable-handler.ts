import {
  type DurableExecutionClient,
  type DurableExecutionHandler,
  withDurableExecution,
} from "@aws/durable-execution-sdk-js";
import { errorNameOf } from "../error-name.ts";

/**
 * Creates the handler of a workflow Lambda.
 *
 * @throws Error with the name of the failure and no other detail. Lambda logs it, and the engine invokes the function
 * again.
 */
export function createDurableHandler(
  workflow: DurableExecutionHandler<unknown, void>,
  durableExecutionClient: DurableExecutionClient,
): ReturnType<typeof withDurableExecution> {
  const handler = withDurableExecution(workflow, { durableExecutionClient });
  return (event, context) =>
    handler(event, context).catch((error: unknown) => {
      throw withoutDetails(error);
    });
}

function withoutDetails(error: unknown): Error {
  const plain = new Error("the invocation failed, and the engine repeats it");
  plain.name = errorNameOf(error);
  plain.stack = `${plain.name}: ${plain.message}`;
  return plain;
}
