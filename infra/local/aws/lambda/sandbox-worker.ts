import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
// zod/mini: zod would register its English messages globally, also for the bundle, which runs in this thread.
import * as z from "zod/mini";
import {
  invocationSchema,
  sandboxSetupSchema,
  toFunctionError,
  type Invocation,
  type InvocationOutcome,
  type WorkerMessage,
} from "./sandbox-messages.ts";
import { installClock } from "./shared-clock.ts";

const { bundle, clock, invocations } = sandboxSetupSchema.parse(workerData);
if (clock) installClock(clock);
const { handler } = z
  .object({
    handler: z.custom<(event: unknown, context: object) => unknown>(
      (value) => typeof value === "function",
      "The bundle must export a function named handler.",
    ),
  })
  .parse(await import(pathToFileURL(bundle).href));
if (handler.length > 2) {
  throw new Error(
    "Lambda on Node.js 24 refuses handlers that take a callback: return a promise instead.",
  );
}

let received = 0;
parentPort?.on("message", (message: unknown) => {
  const nth = (received += 1);
  void answer(invocationSchema.parse(message)).then(() => freeze(nth));
});
send("ready");

async function answer(invocation: Invocation): Promise<void> {
  const outcome = await run(invocation);
  send({ awsRequestId: invocation.awsRequestId, outcome });
}

/** Stops this thread after the nth invocation, until the next one. Its timers and sockets stand still meanwhile. */
async function freeze(nth: number): Promise<void> {
  if (!invocations) return;
  await Promise.all([process.stdout, process.stderr].map(flush));
  // This returns at once if the sandbox was given a further invocation meanwhile.
  Atomics.wait(invocations, 0, nth);
}

/** Output that is still in this thread would appear only after the next invocation. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
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
