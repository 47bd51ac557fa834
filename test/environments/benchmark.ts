import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  allDurableNames,
  type AnyFunctionName,
  type WorkflowName,
} from "../../infra/aws/deployment/functions.ts";
import { localAwsOptions } from "../../infra/cli/local-aws-options.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { localFunctions } from "../../infra/local/functions.ts";
import { startHttpServer } from "../../infra/pages/http-server.ts";
import { createDurableExecutions } from "../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../infra/local/aws/lambda/lambda-api.ts";
import type { PlatformOptions } from "../../infra/platform/state/options.ts";
import { startSecretsManager } from "../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { separateAvatar } from "../../shared/person/person-data.ts";
import { createStore } from "../../shared/store/store.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { acceptDelivery } from "../../shared/webhook/intake.ts";
import { startPart } from "./parts/part.ts";
import { startPlatformPart } from "./benchmark/start-platform-part.ts";
import { type SandboxPart, startSandbox } from "./benchmark/start-sandbox.ts";

type Invocable = Pick<SandboxPart, "invoke">;

type BenchmarkOptions = {
  platform?: Partial<Omit<PlatformOptions, "nowMs" | "sleepMs">>;
  /** Where the tables are. @default the local DynamoDB */
  tables?: "memory";
  /** More variables for the functions. */
  environment?: Record<string, string>;
  /** Callers in addition to those of the local stack. */
  callers?: Record<string, unknown>;
};

/**
 * Processes for measuring a workflow: the platform, DynamoDB and each sandbox have a process of their own. Secrets
 * Manager and the engine of durable executions are in this process.
 */
export async function startBenchmarkEnvironment({
  platform: platformOptions,
  tables: kindOfTables,
  environment = {},
  callers = {},
}: BenchmarkOptions = {}) {
  const [platform, dynamodb, secretsManager] = await Promise.all([
    startPlatformPart(platformOptions),
    startPart(
      join(
        import.meta.dirname,
        kindOfTables === "memory"
          ? "parts/memory-tables-process.ts"
          : "parts/dynamodb-process.ts",
      ),
    ),
    startSecretsManager({
      secrets: {
        ...localSecrets,
        callers: { ...localSecrets.callers, ...callers },
      },
    }),
  ]);
  const endpoints = {
    platform: platform.origin,
    dynamodb: String(dynamodb.ready),
    secretsManager: secretsManager.endpoint,
  };
  const functions = localFunctions(endpoints);
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient(localAwsOptions(endpoints.dynamodb)),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const store = createStore(
    createTable(documents, tables.store.name),
    Date.now,
  );

  /** Which sandbox takes the next invocation. */
  let choose: () => Invocable = () => {
    throw new Error("there is no sandbox yet");
  };
  const executions = createDurableExecutions({
    invoke: async (_name, event) => choose().invoke(event),
  });
  // A receiver starts the workflows here.
  const durable = {
    isDurable: true,
    invoke: () => Promise.reject(new Error("an execution is invoked instead")),
  };
  const endpoint = await startHttpServer(
    createLambdaApi({
      functions: new Map(allDurableNames.map((name) => [name, durable])),
      executions,
      invokeAsynchronously: () => undefined,
    }),
  );
  /** The bundle of a function, and its environment with the endpoints of these parts. */
  function sandboxOf(name: AnyFunctionName) {
    const found = functions[name];
    if (!found) throw new Error(`There is no function ${name}.`);
    return {
      bundle: found.bundle,
      environment: {
        ...found.environment,
        AWS_ENDPOINT_URL_LAMBDA: endpoint.endpoint,
        AWS_LAMBDA_FUNCTION_NAME: name,
        ...environment,
      },
    };
  }

  return {
    platform,
    documents,
    store,
    executions,
    sandboxOf,

    /** Loads a function's bundle in a process of its own, with these options of Node. */
    startFunction(
      name: AnyFunctionName,
      options: readonly string[] = [],
    ): Promise<SandboxPart> {
      const sandbox = sandboxOf(name);
      return startSandbox(sandbox.bundle, sandbox.environment, options);
    },

    /** Gives all later invocations to these sandboxes, in turn. */
    use(...sandboxes: Invocable[]): void {
      let next = 0;
      choose = () => {
        const sandbox = sandboxes[next++ % sandboxes.length];
        if (sandbox) return sandbox;
        throw new Error("there is no sandbox");
      };
    },

    /** Stores an operation and its data as the receiver does. Resolves to its id. */
    async accept(
      type: Operation["type"],
      employeeId: string,
      data: Parameters<typeof separateAvatar>[0] & object,
    ): Promise<string> {
      const id = `${type.replace(".", "-")}-${employeeId}`;
      const delivery = {
        id,
        fingerprint: "f",
        type,
        caller: "hr",
        employeeId,
        eventAtMs: Date.now(),
        dueAtMs: 0,
        ...separateAvatar(data),
      };
      await acceptDelivery(delivery, store, async () => undefined);
      return id;
    },

    /** Runs an operation's workflow to its end; throws unless it succeeds. Resolves to the milliseconds that it took. */
    async run(
      functionName: WorkflowName,
      operationId: string,
    ): Promise<number> {
      const fromMs = performance.now();
      const { arn } = executions.start({
        functionName,
        name: operationId,
        payload: JSON.stringify({ operationId }),
      });
      const { status } = await executions.settled(arn);
      const tookMs = performance.now() - fromMs;
      if (status !== "SUCCEEDED")
        throw new Error(`${operationId} ended ${status}`);
      return tookMs;
    },

    async close(): Promise<void> {
      executions.close();
      documents.destroy();
      await Promise.all([
        endpoint.close(),
        secretsManager.close(),
        platform.close(),
        dynamodb.close(),
      ]);
    },
  };
}
