import { join } from "node:path";
import {
  failSometimes,
  lambdaFailures,
  type Unkindness,
} from "../unkindness.ts";
import { startHttpServer } from "../../http-server.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "./durable-executions.ts";
import {
  createLambdaApi,
  toInvocationOutcome,
  type LambdaFunction,
} from "./lambda-api.ts";
import type { ExecutionDocument } from "./execution-document.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";
import { createSandboxPool } from "./sandbox-pool.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import {
  createAsynchronousInvocations,
  type FailureRecord,
} from "./asynchronous-invocations.ts";

export type FunctionDefinition = {
  /** Absolute path of an ESM bundle that exports `handler`. */
  bundle: string;
  /** The environment of the function. `AWS_ENDPOINT_URL_LAMBDA` has a default. */
  environment: Record<string, string>;
  /** Time limit of an invocation. @default 30_000 */
  timeoutMs?: number;
  /** Whether this is a durable function, whose name needs a qualifier in an Invoke request. @default false */
  durable?: boolean;
};

export type LambdaOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  functions: Record<string, FunctionDefinition>;
  /** Folder that keeps executions and events after the process has ended. @default none: they are in memory */
  folder?: string | undefined;
  /** Multiplies the delays of durable waits and of all retries. @default 1 */
  timeScale?: number;
  nowMs?: () => number;
  /**
   * How many sandboxes each function has, as createSandboxPool describes them. @default one that takes all invocations at
   * once and never freezes
   */
  sandboxes?: number | undefined;
  /** Throttles, loses answers, and delivers asynchronous events twice and in any order. @default never */
  unkindness?: Unkindness | undefined;
  /** Receives each line that a function writes, and the error of each failed asynchronous invocation. */
  onLog?: (functionName: string, line: string) => void;
};

export type LocalLambda = {
  endpoint: string;
  /** Invokes a function and waits for its outcome. A durable function runs as an execution without a name. */
  invoke: (functionName: string, event: unknown) => Promise<InvocationOutcome>;
  /** Invokes a function asynchronously, as an event bus does. The function must not be durable. */
  invokeAsynchronously: (functionName: string, event: unknown) => void;
  /** The last thousand records of the failure destination, oldest first. */
  failures: () => FailureRecord[];
  /** Kills all sandboxes at once, as a crash does. Durable executions continue in new sandboxes. */
  killSandboxes: () => Promise<void>;
  /**
   * Resolves when all durable executions have ended and no asynchronous invocation is running or waits for a retry.
   */
  idle: () => Promise<void>;
  /** All kept executions, exactly as they are stored. */
  executions: () => ExecutionDocument[];
  /** Stops Lambda. Executions in `folder` continue at the next start. */
  close: () => Promise<void>;
};

const maxPayloadBytes = 6 * 1024 * 1024;

/**
 * Starts Lambda on loopback: the API, one sandbox per function, and durable executions.
 *
 * It is kinder than AWS in three ways: there is no limit of concurrent executions, so only `unkindness` throttles; any
 * credentials are accepted; and every qualifier names the current code. createSandbox, createDurableExecutions and
 * createAsynchronousInvocations list further ways.
 */
export async function startLambda(
  options: LambdaOptions,
): Promise<LocalLambda> {
  const server = await startHttpServer({
    port: options.port ?? 0,
    maxBodyBytes: maxPayloadBytes,
    tooLarge: {
      status: 413,
      headers: { "x-amzn-errortype": "RequestTooLargeException" },
    },
    answer: (request) => answer(request),
  });

  const sandboxes: Sandbox[] = [];
  const functions = new Map<string, LambdaFunction>();
  for (const [name, definition] of Object.entries(options.functions)) {
    const { durable = false, environment, bundle, timeoutMs } = definition;
    const sandboxOptions = {
      functionName: name,
      bundle,
      environment: { AWS_ENDPOINT_URL_LAMBDA: server.endpoint, ...environment },
      timeoutMs,
      onLog: options.onLog,
    };
    const sandbox =
      options.sandboxes === undefined
        ? createSandbox(sandboxOptions)
        : createSandboxPool(sandboxOptions, options.sandboxes);
    sandboxes.push(sandbox);
    functions.set(name, {
      isDurable: durable,
      invoke: async (payload) => limitResponse(await sandbox.invoke(payload)),
    });
  }

  const folderOf = (name: string) =>
    options.folder === undefined ? undefined : join(options.folder, name);
  const executions = createDurableExecutions({
    folder: folderOf("executions"),
    timeScale: options.timeScale,
    nowMs: options.nowMs,
    unkindness: options.unkindness,
    invoke: async (name, event): Promise<unknown> => {
      const outcome = await invokeHandler(name, JSON.stringify(event));
      if (outcome.status === "returned") {
        return parseJson(outcome.payload);
      }
      logFailure(name, outcome);
      throw Object.assign(new Error(outcome.error.errorMessage), {
        name: outcome.error.errorType,
      });
    },
  });

  const asynchronous = createAsynchronousInvocations({
    invoke: invokeHandler,
    folder: folderOf("events"),
    failureFolder: folderOf("failures"),
    nowMs: options.nowMs,
    timeScale: options.timeScale,
    unkindness: options.unkindness,
    onLog: options.onLog,
  });
  const answer = failSometimes(
    createLambdaApi({
      functions,
      executions,
      invokeAsynchronously: asynchronous.run,
    }),
    options.unkindness,
    lambdaFailures,
    // A checkpoint changes the token of the next one, so the engine does not lose its answer.
    ({ path }) => !path.endsWith("/checkpoint"),
  );

  async function invokeHandler(
    name: string,
    payload: string,
  ): Promise<InvocationOutcome> {
    const lambda = functions.get(name);
    if (lambda) return lambda.invoke(payload);
    const errorMessage = `There is no function ${name}.`;
    const error = { errorType: "ResourceNotFoundException", errorMessage };
    return { status: "failed", error };
  }

  function logFailure(
    name: string,
    { error }: Extract<InvocationOutcome, { status: "failed" }>,
  ): void {
    options.onLog?.(name, `${error.errorType}: ${error.errorMessage}`);
  }

  async function killSandboxes(): Promise<void> {
    await Promise.all(sandboxes.map(({ kill }) => kill()));
  }

  return {
    endpoint: server.endpoint,
    invoke: (name, event) => {
      const payload = JSON.stringify(event ?? {});
      return functions.get(name)?.isDurable
        ? runExecution(executions, name, payload)
        : invokeHandler(name, payload);
    },
    invokeAsynchronously: (name, event) =>
      asynchronous.run(name, JSON.stringify(event ?? {})),
    failures: asynchronous.failures,
    killSandboxes,
    idle: async () => {
      // An asynchronous invocation may start an execution, and an execution may invoke a function.
      do {
        await asynchronous.idle();
        await executions.idle();
      } while (asynchronous.isBusy());
    },
    executions: executions.list,
    close: async () => {
      executions.close();
      asynchronous.close();
      await killSandboxes();
      await server.close();
    },
  };
}

function limitResponse(outcome: InvocationOutcome): InvocationOutcome {
  if (outcome.status !== "returned") return outcome;
  const bytes = Buffer.byteLength(outcome.payload);
  if (bytes <= maxPayloadBytes) return outcome;
  const errorType = "Function.ResponseSizeTooLarge";
  const errorMessage = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`;
  return { status: "failed", error: { errorType, errorMessage } };
}

async function runExecution(
  executions: DurableExecutions,
  functionName: string,
  payload: string,
): Promise<InvocationOutcome> {
  const { arn } = executions.start({ functionName, payload });
  return toInvocationOutcome(await executions.settled(arn));
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
