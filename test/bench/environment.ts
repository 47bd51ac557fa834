import { join } from "node:path";
import * as z from "zod";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  allDurableNames,
  type AnyFunctionName,
} from "../../infra/aws/deployment/functions.ts";
import { localAwsOptions } from "../../infra/cli/local-aws-options.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { localFunctions } from "../../infra/local/functions.ts";
import { startHttpServer } from "../../infra/pages/http-server.ts";
import { createDurableExecutions } from "../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../infra/local/aws/lambda/lambda-api.ts";
import type { FaultRule } from "../../infra/platform/faults/faults.ts";
import type { JournalEntry } from "../../infra/platform/http/journal.ts";
import type { PlatformOptions } from "../../infra/platform/state/options.ts";
import { startSecretsManager } from "../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { separateAvatar } from "../../shared/person/person-data.ts";
import { createStore } from "../../shared/store/store.ts";
import { acceptDelivery } from "../../shared/webhook/intake.ts";
import { startPart } from "./parts/part.ts";
import { createStartLambda, type Lambda } from "./start-lambda.ts";

type Invocable = Pick<Lambda, "invoke">;

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
  platform: platformOptions = {},
  tables: kindOfTables,
  environment = {},
  callers = {},
}: BenchmarkOptions = {}) {
  const start = (name: string, args: string[] = []) =>
    startPart(join(import.meta.dirname, `parts/${name}-process.ts`), args);
  const [startLambda, platform, dynamodb, secretsManager] = await Promise.all([
    createStartLambda(),
    start("platform", [JSON.stringify(platformOptions)]),
    start(kindOfTables === "memory" ? "memory-tables" : "dynamodb"),
    startSecretsManager({
      secrets: {
        ...localSecrets,
        callers: { ...localSecrets.callers, ...callers },
      },
    }),
  ]);
  const endpoints = {
    platform: String(platform.ready),
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

  /** The sandbox that takes the next invocation. */
  let chosen: Invocable | undefined;
  const executions = createDurableExecutions({
    invoke: async (_name, event) => {
      if (chosen) return chosen.invoke(event);
      throw new Error("there is no sandbox yet");
    },
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
  let seen = 0;

  return {
    documents,
    store,
    executions,

    platform: {
      addFault: async (fault: FaultRule) =>
        void (await platform.ask({ fault })),
      /** The requests since the last call. */
      async takeJournal(): Promise<JournalEntry[]> {
        const journal = z
          .array(z.custom<JournalEntry>())
          .parse(await platform.ask({ journalFrom: seen }));
        seen += journal.length;
        return journal;
      },
      people: async () =>
        z
          .array(z.object({ id: z.string(), username: z.string() }))
          .parse(await platform.ask({ people: true })),
    },

    /** Starts a function in a process of its own. */
    start(
      name: AnyFunctionName,
      {
        throttle,
        options,
      }: { throttle?: string | undefined; options?: readonly string[] } = {},
    ): Lambda {
      const found = functions[name];
      if (!found) throw new Error(`There is no function ${name}.`);
      const { bundle } = found;
      const variables = {
        ...found.environment,
        AWS_ENDPOINT_URL_LAMBDA: endpoint.endpoint,
        ...environment,
      };
      return startLambda({ bundle, environment: variables }, throttle, options);
    },

    /** Gives all later invocations to this sandbox. */
    use: (sandbox: Invocable): void => void (chosen = sandbox),

    /**
     * Stores a hire as the receiver does, and runs its workflow to its end. Resolves to when the workflow
     * began, and how long it took.
     *
     * @throws Error unless all of it succeeds
     */
    async hire(
      data: Parameters<typeof separateAvatar>[0] & { employeeId: string },
    ): Promise<{ beganAtMs: number; tookMs: number }> {
      const { employeeId } = data;
      const id = `hire-${employeeId}`;
      const delivery = {
        id,
        fingerprint: "f",
        type: "employee.hired" as const,
        caller: "hr",
        employeeId,
        eventAtMs: Date.now(),
        dueAtMs: 0,
        ...separateAvatar(data),
      };
      await acceptDelivery(delivery, store, async () => undefined);
      const beganAtMs = Date.now();
      const fromMs = performance.now();
      const { arn } = executions.start({
        functionName: "employment-workflow",
        name: id,
        payload: JSON.stringify({ operationId: id }),
      });
      await executions.settled(arn);
      const tookMs = performance.now() - fromMs;
      const { status, warnings = [] } = (await store.operations.get(id)) ?? {};
      if (status !== "succeeded" || warnings.length > 0)
        throw new Error(`a hire ended ${status}`);
      return { beganAtMs, tookMs };
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
