import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import {
  allDurableNames,
  type AnyFunctionName,
  routes,
} from "../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { localFunctions } from "../../infra/local/functions.ts";
import { startGateway } from "../../infra/local/aws/api-gateway/start-gateway.ts";
import { targetOf } from "../../infra/local/aws/aws-error.ts";
import { createDurableExecutions } from "../../infra/local/aws/lambda/durable-executions.ts";
import { createLambdaApi } from "../../infra/local/aws/lambda/lambda-api.ts";
import { startSecretsManager } from "../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import {
  type AnswerHttp,
  startHttpServer,
} from "../../infra/pages/http-server.ts";
import type { PlatformOptions } from "../../infra/platform/state/options.ts";
import { startPlatform } from "../../infra/platform/start-platform.ts";
import { connect } from "../fixtures/tables-for-test.ts";
import { type Lambda, type Sandbox, startLambda } from "./start-lambda.ts";
import { createFastTables, startMeteredTables } from "./tables.ts";

type EnvironmentOptions = {
  platform?: Partial<PlatformOptions>;
  /** Counts the units of DynamoDB, with the local DynamoDB instead of tables in memory. @default false */
  isMetered?: boolean;
  /** How long the indexes of the tables in memory lag behind at most. @default 0 */
  indexLagMs?: number;
  /** Answers the requests to Lambda. @default the engine of durable executions, which runs the workflows */
  lambda?: AnswerHttp;
  /** Variables for the functions, in addition to those of the local stack. */
  variables?: Record<string, string>;
  /** Callers in addition to those of the local stack. */
  callers?: Record<string, unknown>;
};

/** A request of a function: `GetItem`, `Invoke`, `checkpoint`. Units are those of DynamoDB. */
type Request = { name: string; units: number };

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const capacitySchema = z.object({
  ConsumedCapacity: z.object({ CapacityUnits: z.number() }),
});

/**
 * Everything around the measured functions, in this process: gateway, tables, Secrets Manager, the engine and the
 * platform. Each function is a process of its own, as Lambda has it, and starts when it is first invoked.
 */
export async function startEnvironment({
  platform: platformOptions = {},
  isMetered = false,
  indexLagMs = 0,
  lambda,
  variables = {},
  callers = {},
}: EnvironmentOptions = {}) {
  const platform = await startPlatform({
    journalLimit: Infinity,
    ...platformOptions,
  });
  const secretsManager = await startSecretsManager({
    secrets: localSecrets,
    entries: { callers },
  });
  const tables = isMetered
    ? await startMeteredTables()
    : createFastTables(indexLagMs);
  const executions = createDurableExecutions({
    timeScale: 0.001,
    async invoke(name, event) {
      // Two processes at a time would disturb each other.
      await Promise.allSettled(starters);
      return invokeSandbox(name, event);
    },
  });
  // The engine invokes a workflow when a receiver or the scheduler has started it.
  const durable = {
    isDurable: true,
    invoke: () => Promise.reject(new Error("an execution is invoked instead")),
  };
  const answerLambda =
    lambda ??
    createLambdaApi({
      functions: new Map(allDurableNames.map((name) => [name, durable])),
      executions,
      invokeAsynchronously: () => undefined,
    });
  const requests: Request[] = [];
  let awsMs = 0;
  const aws = await startHttpServer(async (request) => {
    if (awsMs > 0) await setTimeout(awsMs);
    const [, operation] = targetOf(request);
    if (operation === undefined) {
      const isStart = request.path.endsWith("/invocations");
      requests.push({ name: isStart ? "Invoke" : "checkpoint", units: 0 });
      return answerLambda(request);
    }
    const noted = { name: operation, units: 0 };
    requests.push(noted);
    const answer = await tables.answer(request);
    if (!isMetered) return answer;
    // The answer to a write whose condition fails has no units. DynamoDB charges one unit.
    const charged = capacitySchema.safeParse(JSON.parse(String(answer.body)));
    noted.units = charged.data?.ConsumedCapacity.CapacityUnits ?? 1;
    return answer;
  });
  // The requests of a benchmark itself are not counted.
  const own = await startHttpServer(tables.answer);
  const documents = connect(own.endpoint);
  const functions = localFunctions({
    dynamodb: aws.endpoint,
    secretsManager: secretsManager.endpoint,
    platform: platform.origin,
  });
  /** The process that takes the next event of each function. */
  const sandboxes = new Map<string, Lambda>();
  /** The running invocations of receivers and of the scheduler, which start workflows. */
  const starters = new Set<Promise<unknown>>();
  /** How many calls to the platform were taken so far. */
  let calledBefore = 0;

  async function startSandbox(
    name: string,
    changes: Partial<Sandbox> = {},
  ): Promise<Lambda> {
    const found = functions[name];
    if (!found) throw new Error(`There is no function ${name}.`);
    const environment = {
      ...found.environment,
      AWS_ENDPOINT_URL_LAMBDA: aws.endpoint,
      ...variables,
    };
    sandboxes.get(name)?.kill();
    const sandbox = await startLambda({ ...found, environment, ...changes });
    sandboxes.set(name, sandbox);
    return sandbox;
  }

  async function invokeSandbox(name: string, event: unknown): Promise<unknown> {
    return (sandboxes.get(name) ?? (await startSandbox(name))).invoke(event);
  }

  async function invokeStarter(name: string, event: unknown): Promise<unknown> {
    const answer = invokeSandbox(name, event);
    starters.add(answer);
    return answer.finally(() => starters.delete(answer));
  }

  const gateway = await startGateway({
    routes,
    invoke: async (name, event) => ({
      status: "returned",
      payload: JSON.stringify(await invokeStarter(name, event)),
    }),
  });

  return {
    origin: gateway.endpoint,
    documents,
    platform,
    executions,

    /** Starts a process that takes all later events of the function. Resolves when it has loaded its bundle. */
    async start(
      name: AnyFunctionName,
      changes?: Omit<Partial<Sandbox>, "environment">,
    ): Promise<Lambda> {
      const sandbox = await startSandbox(name, changes);
      await sandbox.loaded;
      return {
        ...sandbox,
        end() {
          sandboxes.delete(name);
          return sandbox.end();
        },
      };
    },

    async runScheduler(): Promise<void> {
      await invokeStarter("scheduler-handler", {});
      await executions.idle();
    },

    /** Sets the time that DynamoDB, the engine and the platform take for each answer from now on. */
    delay(ms: { aws: number; platform: number }): void {
      awsMs = ms.aws;
      platform.faults.clear();
      if (ms.platform > 0)
        platform.faults.add({ kind: "latency", ms: ms.platform });
    },

    /** The requests to AWS and the number of calls to the platform since the last time. */
    takeRequests(): { aws: Request[]; calls: number } {
      const calls = platform.journal.length - calledBefore;
      calledBefore += calls;
      return { aws: requests.splice(0), calls };
    },

    async close(): Promise<void> {
      executions.close();
      for (const sandbox of sandboxes.values()) sandbox.kill();
      documents.destroy();
      const servers = [gateway, aws, own, secretsManager, tables, platform];
      for (const part of servers) await part.close();
    },
  };
}
