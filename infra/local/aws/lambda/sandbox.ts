import { randomUUID } from "node:crypto";
import { devNull } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import {
  localCredentials,
  localRegion,
} from "../../../cli/local-aws-options.ts";
import { localArn } from "../arn.ts";
import { sharedClock } from "./shared-clock.ts";
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
  /** Lets the sandbox freeze after each invocation. It then takes one invocation at a time. @default false */
  freezes?: boolean | undefined;
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
  /** How many invocations the worker was given, in memory that it shares. */
  invocations: Int32Array;
  /** Resolves when the bundle is loaded. It never settles if the bundle fails to load. */
  ready: PromiseWithResolvers<void>;
  /** The functions that settle the running invocations, by request id. */
  pending: Map<string, (outcome: InvocationOutcome) => void>;
  /** The error that ended the worker. It is absent if the worker exited without one. */
  exitError?: FunctionError;
};

const memoryLimitMb = 512;

/**
 * Runs a function's bundle in a worker thread. The worker starts with the first invocation and is replaced after a
 * crash, a timeout or a kill.
 *
 * A sandbox that `freezes` is as on Lambda: createSandboxPool gives it one invocation at a time, its thread stands
 * still between two invocations, and its heap is limited.
 *
 * In any other sandbox, one worker serves concurrent invocations, never freezes, and has no limit of memory. If an
 * invocation times out, the others fail with `Runtime.ExitError`.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { functionName, timeoutMs = 30_000 } = options;
  let current: RunningWorker | undefined;

  function start(): RunningWorker {
    const invocations = new Int32Array(new SharedArrayBuffer(4));
    const worker = startWorker(options, invocations);
    const ready = Promise.withResolvers<void>();
    const pending: RunningWorker["pending"] = new Map();
    const running: RunningWorker = { worker, invocations, ready, pending };
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
      // Wakes the worker if it is frozen.
      Atomics.add(running.invocations, 0, 1);
      Atomics.notify(running.invocations, 0);
      running.worker.postMessage({
        awsRequestId,
        payload,
        deadlineMs: Date.now() + timeoutMs,
        functionName,
        invokedFunctionArn: localArn("lambda", `function:${functionName}`),
        memoryLimitInMB: String(memoryLimitMb),
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

const { NODE_COMPILE_CACHE } = process.env;

function startWorker(
  { functionName, bundle, environment, freezes = false, onLog }: SandboxOptions,
  invocations: Int32Array,
): Worker {
  const clock = sharedClock();
  const worker = new Worker(new URL("./sandbox-worker.ts", import.meta.url), {
    name: functionName,
    workerData: { bundle, clock, ...(freezes && { invocations }) },
    ...(freezes && {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    }),
    env: {
      AWS_REGION: localRegion,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      // A function must not use the AWS profile of the developer.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_VERSION: "1",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryLimitMb),
      // Where Node keeps compiled code, if this process keeps it. A sandbox then starts in half of the time.
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
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

/**
 * Runs a function in `count` sandboxes, as Lambda does with its execution environments: each has its own module state
 * and cold start, takes one invocation at a time, and freezes after it. An invocation goes to the sandbox that has been
 * idle for the longest time, so two in a row meet different sandboxes.
 *
 * It is kinder than Lambda in one way: an invocation waits while all sandboxes are busy, where Lambda starts one more
 * or throttles.
 */
export function createSandboxPool(
  options: Omit<SandboxOptions, "freezes">,
  count: number,
): Sandbox {
  const sandboxes = Array.from({ length: count }, () =>
    createSandbox({ ...options, freezes: true }),
  );
  const idle = [...sandboxes];
  const waiting: ((sandbox: Sandbox) => void)[] = [];

  function release(sandbox: Sandbox): void {
    const next = waiting.shift();
    if (next) next(sandbox);
    else idle.push(sandbox);
  }

  return {
    invoke: async (payload) => {
      const sandbox =
        idle.shift() ??
        (await new Promise<Sandbox>((take) => waiting.push(take)));
      try {
        return await sandbox.invoke(payload);
      } finally {
        release(sandbox);
      }
    },
    kill: async () => {
      await Promise.all(sandboxes.map(({ kill }) => kill()));
    },
  };
}
