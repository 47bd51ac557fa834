import { join } from "node:path";
import { errorAnswer } from "../aws-error.ts";
import { withAwsConditions, type AwsConditions } from "../aws-service.ts";
import { startHttpServer } from "../../../pages/http-server.ts";
import {
  createDurableExecutions,
  type DurableExecutionsOptions,
} from "./durable-executions.ts";
import {
  askedOfLambda,
  createLambdaApi,
  toInvocationOutcome,
  type LambdaFunction,
} from "./lambda-api.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";
import { createAsynchronousInvocations } from "./asynchronous-invocations.ts";
import {
  createSandboxPool,
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";

/**
 * With `awsFaults`, asynchronous events arrive twice and in any order, too. The folder keeps executions and events, and
 * `timeScale` multiplies the delays of durable waits and of all retries.
 */
export type LambdaOptions = AwsConditions &
  Pick<
    DurableExecutionsOptions,
    "folder" | "timeScale" | "nowMs" | "historyInPages"
  > & {
    functions: Record<string, FunctionDefinition>;
    /**
     * How many sandboxes each function has, as createSandboxPool describes them. @default one that takes all invocations at
     * once and never freezes
     */
    sandboxes?: number | undefined;
    /** Receives each line that a function writes, and the error of each failed asynchronous invocation. */
    onLog?: SandboxOptions["onLog"];
  };

export type LocalLambda = Awaited<ReturnType<typeof startLambda>>;

/** Starts Lambda on loopback: API, sandboxes and executions. infra/local/README.md says how it differs from AWS. */
export async function startLambda(options: LambdaOptions) {
  // The functions need the endpoint, so the server starts before its `answer` exists.
  const server = await startHttpServer((request) => answer(request), {
    maxBodyBytes: maxPayloadBytes,
    tooLarge: {
      status: 413,
      headers: { "x-amzn-errortype": "RequestTooLargeException" },
    },
  });

  const functions = createLambdaFunctions(options, server.endpoint);
  const folderOf = (name: string) =>
    options.folder === undefined ? undefined : join(options.folder, name);
  const executions = createDurableExecutions({
    ...options,
    folder: folderOf("executions"),
    versionOf: functions.versionOf,
    invoke: async (name, event, version): Promise<unknown> => {
      const payload = JSON.stringify(event);
      const outcome = await functions.invoke(name, payload, version);
      if (outcome.status === "returned") return JSON.parse(outcome.payload);
      const { errorType, errorMessage } = outcome.error;
      options.onLog?.(name, `${errorType}: ${errorMessage}`);
      throw Object.assign(new Error(errorMessage), { name: errorType });
    },
  });

  const asynchronous = createAsynchronousInvocations({
    ...options,
    folder: folderOf("events"),
    invoke: functions.invoke,
  });
  const answer = withAwsConditions(
    createLambdaApi({
      functions: { get: functions.newest },
      executions,
      invokeAsynchronously: asynchronous.run,
    }),
    {
      askedOf: askedOfLambda,
      // The account has no concurrency left.
      throttled: errorAnswer(429, "TooManyRequestsException", "Rate Exceeded."),
      lost: errorAnswer(500, "ServiceException", "Service exception"),
      // A checkpoint changes the token of the next one, so the engine does not lose its answer.
      isRepeatable: ({ path }) => !path.endsWith("/checkpoint"),
    },
    options,
  );

  return {
    endpoint: server.endpoint,
    /** Invokes a function and waits for its outcome. A durable function runs as an execution without a name. */
    invoke: async (
      functionName: string,
      event: unknown,
    ): Promise<InvocationOutcome> => {
      const payload = JSON.stringify(event ?? {});
      if (!functions.newest(functionName)?.isDurable)
        return functions.invoke(functionName, payload);
      const { arn } = executions.start({ functionName, payload });
      return toInvocationOutcome(await executions.settled(arn));
    },
    /** Invokes a function asynchronously, as an event bus does. The function must not be durable. */
    invokeAsynchronously: (name: string, event: unknown): void =>
      asynchronous.run(name, JSON.stringify(event ?? {})),
    /** Kills all sandboxes at once, as a crash does. Durable executions continue in new sandboxes. */
    killSandboxes: functions.kill,
    /**
     * Publishes a new version of a function, with a changed definition. As on AWS, an execution goes on with the version
     * that began it, and all later invocations have the new one.
     */
    deploy: functions.deploy,
    /** Resolves when all durable executions have ended and no asynchronous invocation runs or waits for a retry. */
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

/** In its environment, `AWS_ENDPOINT_URL_LAMBDA` has a default. */
export type FunctionDefinition = Pick<
  SandboxOptions,
  "bundle" | "environment" | "timeoutMs"
> & {
  /** Whether this is a durable function, whose name needs a qualifier in an Invoke request. @default false */
  durable?: boolean;
};

/** The size limit of an answer, and of the event of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

/** A version of a function has its own code, environment and sandboxes. */
type Version = LambdaFunction & { definition: FunctionDefinition };

function createLambdaFunctions(
  { functions: definitions, sandboxes: count, onLog }: LambdaOptions,
  endpoint: string,
) {
  const sandboxes: Sandbox[] = [];
  /** The oldest first. Every qualifier names the newest one. */
  const versions = new Map<string, Version[]>();
  for (const [name, one] of Object.entries(definitions)) publish(name, one);

  function publish(functionName: string, definition: FunctionDefinition): void {
    const { durable = false, environment, bundle, timeoutMs } = definition;
    const options = {
      functionName,
      bundle,
      environment: { AWS_ENDPOINT_URL_LAMBDA: endpoint, ...environment },
      timeoutMs,
      onLog,
    };
    const sandbox =
      count === undefined
        ? createSandbox(options)
        : createSandboxPool(options, count);
    sandboxes.push(sandbox);
    const version = {
      definition,
      isDurable: durable,
      invoke: async (payload: string) =>
        limitResponse(await sandbox.invoke(payload)),
    };
    const earlier = versions.get(functionName) ?? [];
    versions.set(functionName, [...earlier, version]);
  }

  const newest = (functionName: string): Version | undefined =>
    versions.get(functionName)?.at(-1);

  const versionOf = (functionName: string): number =>
    versions.get(functionName)?.length ?? 1;

  return {
    newest,
    versionOf,

    /** Invokes a version, or the newest one if an earlier process has published it. */
    invoke: async (
      functionName: string,
      payload: string,
      version = versionOf(functionName),
    ): Promise<InvocationOutcome> => {
      const found =
        versions.get(functionName)?.[version - 1] ?? newest(functionName);
      if (found) return found.invoke(payload);
      const errorMessage = `There is no function ${functionName}.`;
      const error = { errorType: "ResourceNotFoundException", errorMessage };
      return { status: "failed", error };
    },

    /** @throws Error if there is no such function */
    deploy: (
      functionName: string,
      changes: Partial<FunctionDefinition>,
    ): void => {
      const before = newest(functionName);
      if (!before) throw new Error(`There is no function ${functionName}.`);
      publish(functionName, { ...before.definition, ...changes });
    },

    kill: async (): Promise<void> => {
      await Promise.all(sandboxes.map(({ kill }) => kill()));
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
