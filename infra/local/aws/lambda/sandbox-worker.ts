import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
// zod/mini, because zod registers its English messages globally in this thread, which the bundle shares.
import * as z from "zod/mini";
import {
  invocationSchema,
  sandboxSetupSchema,
  toFunctionError,
  type Invocation,
  type InvocationOutcome,
  type WorkerMessage,
} from "./sandbox-messages.ts";

const handlerSchema = z.object({
  handler: z.custom<(event: unknown, context: object) => unknown>(
    (value) => typeof value === "function",
    "The bundle must export a function named handler.",
  ),
});

const { bundle } = sandboxSetupSchema.parse(workerData);
const { handler } = handlerSchema.parse(
  await import(pathToFileURL(bundle).href),
);
if (handler.length > 2) {
  throw new Error(
    "Lambda on Node.js 24 refuses handlers that take a callback: return a promise instead.",
  );
}

parentPort?.on("message", (message: unknown) => {
  void answer(invocationSchema.parse(message));
});
send("ready");

async function answer(invocation: Invocation): Promise<void> {
  const outcome = await run(invocation);
  send({ awsRequestId: invocation.awsRequestId, outcome });
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

async function run(invocation: Invocation): Promise<InvocationOutcome> {
  try {
    const event: unknown = JSON.parse(invocation.payload);
    const result = await handler(event, toContext(invocation));
    return { status: "returned", payload: JSON.stringify(result ?? null) };
  } catch (error) {
    return { status: "failed", error: toFunctionError(error) };
  }
}

function toContext({ payload: _, deadlineMs, ...rest }: Invocation): object {
  return {
    ...rest,
    functionVersion: "1",
    logGroupName: `/aws/lambda/${rest.functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}
