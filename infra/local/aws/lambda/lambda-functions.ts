import type { LambdaFunction } from "./lambda-api.ts";
import type { InvocationOutcome } from "./sandbox-messages.ts";
import { createSandboxPool, createSandbox, type Sandbox } from "./sandbox.ts";

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

export type LambdaFunctionsOptions = {
  definitions: Record<string, FunctionDefinition>;
  /** The endpoint of the Lambda API. */
  endpoint: string;
  sandboxes?: number | undefined;
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

/** The size limit of an answer, and of the event of a synchronous invocation. */
export const maxPayloadBytes = 6 * 1024 * 1024;

/** The functions with their versions. Each version has its own code, environment and sandboxes. */
export function createLambdaFunctions({
  definitions,
  endpoint,
  sandboxes: count,
  onLog,
}: LambdaFunctionsOptions) {
  const sandboxes: Sandbox[] = [];
  const current = new Map<string, FunctionDefinition>();
  const versions = new Map<string, LambdaFunction[]>();
  /** The newest version of each function, which every qualifier names. */
  const live = new Map<string, LambdaFunction>();
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
      isDurable: durable,
      invoke: async (payload: string) =>
        limitResponse(await sandbox.invoke(payload)),
    };
    current.set(functionName, definition);
    versions.set(functionName, [
      ...(versions.get(functionName) ?? []),
      version,
    ]);
    live.set(functionName, version);
  }

  return {
    live,

    /** The number of the newest version; the first is 1. */
    versionOf: (functionName: string): number =>
      versions.get(functionName)?.length ?? 1,

    /** Invokes a version, or the newest one if this process has not published it. */
    invoke: async (
      functionName: string,
      payload: string,
      version = 0,
    ): Promise<InvocationOutcome> => {
      const found =
        versions.get(functionName)?.[version - 1] ?? live.get(functionName);
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
      const definition = current.get(functionName);
      if (!definition) throw new Error(`There is no function ${functionName}.`);
      publish(functionName, { ...definition, ...changes });
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
