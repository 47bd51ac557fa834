import { randomUUID } from "node:crypto";
import { devNull } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { localArn, localRegion } from "../arn.ts";
import {
  toFunctionError,
  workerMessageSchema,
  type FunctionError,
  type Invocation,
  type InvocationOutcome,
} from "./sandbox-messages.ts";

export type SandboxOptions = {
  functionName: string;
  /** Absolute path of an ESM bundle that exports `handler`. */
  bundle: string;
  /** The environment of the function. Lambda's own variables are added, and no variable of this process. */
  environment: Record<string, string>;
  /** Time limit of an invocation, without the time to load the bundle. @default 30_000 */
  timeoutMs?: number | undefined;
  /** Receives each line that the function writes to stdout or stderr. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

export type Sandbox = {
  /** Runs the handler with `payload`, which is JSON text. Never rejects. */
  invoke: (payload: string) => Promise<InvocationOutcome>;
  /** Terminates the worker at once, as a crash does. Running invocations fail. */
  kill: () => Promise<void>;
};

type RunningWorker = {
  worker: Worker;
  /** Resolves when the bundle is loaded. It never settles if the bundle fails to load. */
  ready: PromiseWithResolvers<void>;
  /** The functions that settle the running invocations, by request id. */
  pending: Map<string, (outcome: InvocationOutcome) => void>;
  /** The error that ended the worker. It is absent if the worker exited without one. */
  exitError?: FunctionError;
};

const memoryLimitInMB = "512";

/**
 * Runs a function's bundle in a worker thread. The worker starts with the first invocation and is replaced after a
 * crash, a timeout or a kill.
 *
 * Unlike on Lambda, one worker serves concurrent invocations, which share its module state. If one of them times out,
 * the others fail with `Runtime.ExitError`. The sandbox is kinder than Lambda in three ways: only the first invocation
 * has a cold start, it never freezes between invocations, and the memory limit is not enforced.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { functionName, timeoutMs = 30_000 } = options;
  let current: RunningWorker | undefined;

  function start(): RunningWorker {
    const worker = startWorker(options);
    const ready = Promise.withResolvers<void>();
    const running: RunningWorker = { worker, ready, pending: new Map() };
    worker.on("message", (data: unknown) => {
      const message = workerMessageSchema.parse(data);
      if (message === "ready") return ready.resolve();
      running.pending.get(message.awsRequestId)?.(message.outcome);
    });
    worker.on("error", (error: unknown) => {
      running.exitError = toFunctionError(error);
    });
    worker.on("exit", (code) => {
      if (current === running) current = undefined;
      const error = running.exitError ?? {
        errorType: "Runtime.ExitError",
        errorMessage: `Runtime exited with exit status ${code}`,
      };
      for (const settle of running.pending.values()) {
        settle({ status: "failed", error });
      }
    });
    return running;
  }

  async function invoke(payload: string): Promise<InvocationOutcome> {
    const running = (current ??= start());
    const awsRequestId = randomUUID();
    const outcome = Promise.withResolvers<InvocationOutcome>();
    running.pending.set(awsRequestId, outcome.resolve);
    let timer: NodeJS.Timeout | undefined;
    void running.ready.promise.then(() => {
      timer = setTimeout(() => {
        // The invocation fails only after the worker has ended, so it has no effects after its timeout.
        running.pending.set(awsRequestId, () =>
          outcome.resolve(timedOut(timeoutMs)),
        );
        void end(running);
      }, timeoutMs);
      running.worker.postMessage({
        awsRequestId,
        payload,
        deadlineMs: Date.now() + timeoutMs,
        functionName,
        invokedFunctionArn: localArn("lambda", `function:${functionName}`),
        memoryLimitInMB,
      } satisfies Invocation);
    });
    try {
      return await outcome.promise;
    } finally {
      clearTimeout(timer);
      running.pending.delete(awsRequestId);
    }
  }

  async function end(running: RunningWorker): Promise<void> {
    if (current === running) current = undefined;
    await running.worker.terminate();
  }

  return {
    invoke,
    kill: async () => {
      if (current) await end(current);
    },
  };
}

function timedOut(timeoutMs: number): InvocationOutcome {
  const errorMessage = `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
  return {
    status: "failed",
    error: { errorType: "Sandbox.Timedout", errorMessage },
  };
}

function startWorker({
  functionName,
  bundle,
  environment,
  onLog,
}: SandboxOptions): Worker {
  const worker = new Worker(new URL("./sandbox-worker.ts", import.meta.url), {
    name: functionName,
    workerData: { bundle },
    env: {
      AWS_REGION: localRegion,
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      // A function must not use the AWS profile of the developer.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_VERSION: "1",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryLimitInMB,
      ...environment,
    },
    // Node options of this process, such as the loader of a test runner, must not apply to the function.
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  forwardLines(worker.stdout);
  forwardLines(worker.stderr);
  return worker;

  function forwardLines(stream: Readable): void {
    createInterface({ input: stream }).on("line", (line) => {
      onLog?.(functionName, line);
    });
  }
}
