import { startHttpServer } from "../../http-server.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "./durable-executions.ts";
import {
  createLambdaEndpoint,
  toOutcome,
  type LambdaFunction,
} from "./lambda-api.ts";
import type { ExecutionDocument } from "./execution-document.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import {
  createUnattended,
  type UnattendedFailure,
} from "./asynchronous-invocations.ts";

export type FunctionDefinition = {
  /** Absolute path of an ESM bundle that exports `handler`. */
  bundle: string;
  /** The function's variables; `AWS_ENDPOINT_URL_LAMBDA` is added when it is not among them. */
  environment: Record<string, string>;
  /** How long one invocation may take. @default 30_000 */
  timeoutMs?: number;
  /** A durable function is invoked with a qualifier and by the rules of durable executions. */
  durable?: boolean;
};

export type LambdaOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  functions: Record<string, FunctionDefinition>;
  /** Where durable executions survive the process; in memory when absent. */
  folder?: string;
  /** Multiplies the delays of durable waits, and of retries. @default 1 */
  timeScale?: number;
  nowMs?: () => number;
  /** Gets each line that a function writes, and why an unattended invocation failed. */
  onLog?: (functionName: string, line: string) => void;
};

export type LocalLambda = {
  endpoint: string;
  /** Runs a function and waits for it; a durable one is run as an execution without a name. */
  invoke: (functionName: string, event: unknown) => Promise<InvocationOutcome>;
  /** Runs a function that is not durable for a caller who does not wait, as an event bus does. */
  invokeUnattended: (functionName: string, event: unknown) => void;
  /** The events of unattended invocations that were given up, oldest first; the last thousand. */
  failures: () => UnattendedFailure[];
  /** Ends all sandboxes at once, as a crash does. What is durable goes on by itself. */
  killSandboxes: () => Promise<void>;
  /** Resolves when no durable execution runs or waits, and no unattended invocation runs or is to be tried again. */
  idle: () => Promise<void>;
  /** Every execution that is remembered, exactly as it is stored. */
  executions: () => ExecutionDocument[];
  /** Ends everything; executions kept in `folder` go on at the next start. */
  close: () => Promise<void>;
};

const maxPayloadBytes = 6 * 1024 * 1024;

/** Starts Lambda on loopback: the API, one sandbox per function, and durable executions. */
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
    const sandbox = createSandbox({
      functionName: name,
      bundle,
      environment: { AWS_ENDPOINT_URL_LAMBDA: server.endpoint, ...environment },
      timeoutMs,
      onLog: options.onLog,
    });
    sandboxes.push(sandbox);
    functions.set(name, { isDurable: durable, invoke: sandbox.invoke });
  }

  const executions = createDurableExecutions({
    folder: options.folder,
    timeScale: options.timeScale,
    nowMs: options.nowMs,
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

  const unattended = createUnattended({
    invoke: invokeHandler,
    timeScale: options.timeScale,
    onLog: options.onLog,
  });
  const answer = createLambdaEndpoint({
    functions,
    executions,
    invokeUnattended: unattended.run,
  });

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
    invokeUnattended: (name, event) =>
      unattended.run(name, JSON.stringify(event ?? {})),
    failures: unattended.failures,
    killSandboxes,
    idle: async () => {
      // Each may start the other.
      do {
        await unattended.idle();
        await executions.idle();
      } while (unattended.isBusy());
    },
    executions: executions.list,
    close: async () => {
      executions.close();
      unattended.close();
      await killSandboxes();
      await server.close();
    },
  };
}

async function runExecution(
  executions: DurableExecutions,
  functionName: string,
  payload: string,
): Promise<InvocationOutcome> {
  const { arn } = executions.start({ functionName, payload });
  return toOutcome(await executions.settled(arn));
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
