import { join } from "node:path";
import {
  failSometimes,
  lambdaFaultAnswers,
  type AwsFaults,
} from "../aws-faults.ts";
import { startHttpServer } from "../../../pages/http-server.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "./durable-executions.ts";
import {
  askedOfLambda,
  type Permits,
  requirePermission,
} from "../permissions.ts";
import { createLambdaApi, toInvocationOutcome } from "./lambda-api.ts";
import {
  createLambdaFunctions,
  type FunctionDefinition,
  maxPayloadBytes,
} from "./lambda-functions.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";
import { createAsynchronousInvocations } from "./asynchronous-invocations.ts";

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
  awsFaults?: AwsFaults | undefined;
  /** Whether executions read their history in pages. @default false */
  historyInPages?: boolean | undefined;
  /** Which requests IAM allows. @default all */
  permits?: Permits | undefined;
  /** Receives each line that a function writes, and the error of each failed asynchronous invocation. */
  onLog?: (functionName: string, line: string) => void;
};

export type LocalLambda = Awaited<ReturnType<typeof startLambda>>;

/**
 * Starts Lambda on loopback: the API, one sandbox per function, and durable executions.
 *
 * It is kinder than AWS in two ways: there is no limit of concurrent executions, so only `awsFaults` throttles; and
 * without `permits` any credentials are accepted. Every qualifier names the newest version. createSandbox,
 * createDurableExecutions and createAsynchronousInvocations list further ways.
 */
export async function startLambda(options: LambdaOptions) {
  const server = await startHttpServer({
    port: options.port ?? 0,
    maxBodyBytes: maxPayloadBytes,
    tooLarge: {
      status: 413,
      headers: { "x-amzn-errortype": "RequestTooLargeException" },
    },
    answer: (request) => answer(request),
  });

  const functions = createLambdaFunctions({
    definitions: options.functions,
    endpoint: server.endpoint,
    sandboxes: options.sandboxes,
    onLog: options.onLog,
  });
  const folderOf = (name: string) =>
    options.folder === undefined ? undefined : join(options.folder, name);
  const executions = createDurableExecutions({
    folder: folderOf("executions"),
    timeScale: options.timeScale,
    nowMs: options.nowMs,
    awsFaults: options.awsFaults,
    historyInPages: options.historyInPages,
    versionOf: functions.versionOf,
    invoke: async (name, event, version): Promise<unknown> => {
      const payload = JSON.stringify(event);
      const outcome = await functions.invoke(name, payload, version);
      if (outcome.status === "returned") return JSON.parse(outcome.payload);
      logFailure(name, outcome);
      throw Object.assign(new Error(outcome.error.errorMessage), {
        name: outcome.error.errorType,
      });
    },
  });

  const asynchronous = createAsynchronousInvocations({
    invoke: functions.invoke,
    folder: folderOf("events"),
    timeScale: options.timeScale,
    awsFaults: options.awsFaults,
    onLog: options.onLog,
  });
  const answer = requirePermission(
    failSometimes(
      createLambdaApi({
        functions: functions.live,
        executions,
        invokeAsynchronously: asynchronous.run,
      }),
      options.awsFaults,
      lambdaFaultAnswers,
      // A checkpoint changes the token of the next one, so the engine does not lose its answer.
      ({ path }) => !path.endsWith("/checkpoint"),
    ),
    options.permits,
    askedOfLambda,
  );

  function logFailure(
    name: string,
    { error }: Extract<InvocationOutcome, { status: "failed" }>,
  ): void {
    options.onLog?.(name, `${error.errorType}: ${error.errorMessage}`);
  }

  return {
    endpoint: server.endpoint,
    /** Invokes a function and waits for its outcome. A durable function runs as an execution without a name. */
    invoke: (name: string, event: unknown): Promise<InvocationOutcome> => {
      const payload = JSON.stringify(event ?? {});
      return functions.live.get(name)?.isDurable
        ? runExecution(executions, name, payload)
        : functions.invoke(name, payload);
    },
    /** Invokes a function asynchronously, as an event bus does. The function must not be durable. */
    invokeAsynchronously: (name: string, event: unknown): void =>
      asynchronous.run(name, JSON.stringify(event ?? {})),
    /** The last thousand records of the failure destination, oldest first. */
    failures: asynchronous.failures,
    /** Kills all sandboxes at once, as a crash does. Durable executions continue in new sandboxes. */
    killSandboxes: functions.kill,
    /**
     * Publishes a new version of a function, with a changed definition. As on AWS, an execution goes on with the version
     * that began it, and all later invocations have the new one.
     */
    deploy: functions.deploy,
    /**
     * Resolves when all durable executions have ended and no asynchronous invocation is running or waits for a retry.
     */
    idle: async (): Promise<void> => {
      // An asynchronous invocation may start an execution, and an execution may invoke a function.
      do {
        await asynchronous.idle();
        await executions.idle();
      } while (asynchronous.isBusy());
    },
    /** All kept executions, exactly as they are stored. */
    executions: executions.list,
    /** Stops Lambda. Executions in `folder` continue at the next start. */
    close: async (): Promise<void> => {
      executions.close();
      asynchronous.close();
      await functions.kill();
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
  return toInvocationOutcome(await executions.settled(arn));
}
