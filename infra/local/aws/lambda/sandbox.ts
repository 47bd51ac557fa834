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
  /** The function sees these variables and Lambda's own, nothing of this process. */
  environment: Record<string, string>;
  /** How long one invocation may take, loading the bundle not counted. @default 30_000 */
  timeoutMs?: number | undefined;
  /** Gets each line the function writes to stdout or stderr. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

export type Sandbox = {
  /** Runs the handler; `payload` is JSON text. Never rejects. */
  invoke: (payload: string) => Promise<InvocationOutcome>;
  /** Ends the worker at once, as a crash does; invocations that run fail. */
  kill: () => Promise<void>;
};

type Running = {
  worker: Worker;
  /** Resolves when the bundle is loaded; stays open when it can't be. */
  ready: PromiseWithResolvers<void>;
  /** How to settle each invocation that runs, by request id. */
  pending: Map<string, (outcome: InvocationOutcome) => void>;
  /** Why the worker ended, when it told. */
  fault?: FunctionError;
};

const memoryLimitInMB = "512";

/**
 * Runs a function's bundle in a worker thread that starts with the first invocation and is replaced
 * after a crash, a timeout or a kill.
 *
 * Unlike Lambda, one worker serves concurrent invocations, so they share its module state and its
 * end: when one times out, those beside it fail with `Runtime.ExitError`.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { functionName, timeoutMs = 30_000 } = options;
  let current: Running | undefined;

  function start(): Running {
    const worker = startWorker(options);
    const ready = Promise.withResolvers<void>();
    const running: Running = { worker, ready, pending: new Map() };
    worker.on("message", (data: unknown) => {
      const message = workerMessageSchema.parse(data);
      if (message === "ready") return ready.resolve();
      running.pending.get(message.awsRequestId)?.(message.outcome);
    });
    worker.on("error", (error: unknown) => {
      running.fault = toFunctionError(error);
    });
    worker.on("exit", (code) => {
      if (current === running) current = undefined;
      const error = running.fault ?? {
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
        // Settled when the worker is gone: then what timed out has no effect any more.
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

  async function end(running: Running): Promise<void> {
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
      // A developer's own AWS profile must not reach a function.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_VERSION: "1",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryLimitInMB,
      ...environment,
    },
    // Options of this process, such as a test runner's loader, are not the function's.
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
