import { join } from "node:path";
import { eventBus } from "../events.ts";
import { type Environment, type FunctionName, routes } from "../functions.ts";
import type { Schedule } from "../schedules.ts";
import { tables } from "../tables.ts";
import { localSecrets } from "./credentials.ts";
import { startDynamoDb } from "./aws/dynamodb/start-dynamodb.ts";
import { startEventBus } from "./aws/event-bridge/start-event-bus.ts";
import {
  type Endpoints,
  localEnvironments,
  localFunctions,
} from "./functions.ts";
import { startGateway } from "./aws/api-gateway/start-gateway.ts";
import { type LocalLambda, startLambda } from "./aws/lambda/start-lambda.ts";
import type { PlatformOptions } from "./platform/state/options.ts";
import { type Platform, startPlatform } from "./platform/start-platform.ts";
import { startScheduleLoop } from "./aws/event-bridge/start-scheduled-rule.ts";
import { startSchedules } from "./aws/event-bridge/start-schedules.ts";
import { startSecretsManager } from "./aws/secrets-manager/start-secrets-manager.ts";

export type StackOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** 0 takes any free port. @default 0 */
  platformPort?: number;
  platform?: Partial<PlatformOptions>;
  /** Where people, operations and unfinished workflows outlive the process; in memory when absent. */
  folder?: string;
  /** Multiplies the pauses of workflows, and those before a failed event is tried again. @default 1 */
  timeScale?: number;
  /** How often the function `scheduler-handler` looks for what is due. @default 60_000 */
  dueEveryMs?: number;
  /** What time itself sends. @default nothing */
  schedules?: readonly Schedule[];
  /** Callers beside the fixed ones. */
  callers?: Record<string, unknown>;
  /** The environment of each function. @default that of this machine */
  environments?: (endpoints: Endpoints) => Record<FunctionName, Environment>;
  /** More environment for all functions. */
  environment?: Record<string, string>;
  /** Gets each line that a function logs. */
  onLog?: (functionName: string, line: string) => void;
};

export type Stack = {
  /** Where webhooks go: `http://127.0.0.1:<port>` */
  origin: string;
  platform: Platform;
  lambda: LocalLambda;
  dynamodb: { endpoint: string };
  secretsManager: { endpoint: string };
  /** The event bus. It hands on events whose source is `local.hr`. */
  events: { endpoint: string };
  /** Runs the function `scheduler-handler` now and waits for its end; rejects when it fails. */
  runScheduler: () => Promise<void>;
  /** Ends everything; nothing stays running. */
  close: () => Promise<void>;
};

/**
 * Starts the whole product on loopback: the bundles of `dist/` behind a gateway, with DynamoDB, Secrets Manager,
 * EventBridge and Lambda spoken over their real protocols, and the stand-in platform.
 *
 * @throws Error naming the port when one is taken; what had been started is ended again
 */
export async function startStack({
  port = 0,
  platformPort = 0,
  platform: platformOptions = {},
  folder,
  timeScale,
  dueEveryMs = 60_000,
  schedules = [],
  callers = {},
  environments = localEnvironments,
  environment = {},
  onLog,
}: StackOptions = {}): Promise<Stack> {
  const started: { close: () => Promise<void> }[] = [];
  async function start<T extends { close: () => Promise<void> }>(
    part: T | Promise<T>,
  ): Promise<T> {
    started.unshift(await part);
    return part;
  }
  async function close(): Promise<void> {
    for (const part of started) await part.close();
  }

  try {
    const platform = await start(
      startPlatform({ ...platformOptions, port: platformPort }),
    );
    const dynamodb = await start(
      startDynamoDb({
        tables: Object.values(tables),
        ...(folder && { folder: join(folder, "dynamodb") }),
      }),
    );
    const secretsManager = await start(
      startSecretsManager({
        secrets: {
          ...localSecrets,
          callers: { ...localSecrets.callers, ...callers },
        },
      }),
    );
    const endpoints = {
      platform: platform.origin,
      dynamodb: dynamodb.endpoint,
      secretsManager: secretsManager.endpoint,
    };
    const functions = localFunctions(endpoints, environments(endpoints));
    for (const definition of Object.values(functions))
      Object.assign(definition.environment, environment);
    const lambda = await start(
      startLambda({
        functions,
        ...(folder && { folder: join(folder, "executions") }),
        ...(timeScale && { timeScale }),
        ...(onLog && { onLog }),
      }),
    );
    const { busName, rules } = eventBus;
    const deliver = lambda.invokeUnattended;
    const events = await start(
      startEventBus({
        busName,
        rules,
        deliver,
        sources: localSecrets.callers.bus.sources,
      }),
    );
    await start(startSchedules({ schedules, rules, deliver }));
    const scheduler = await start(
      startScheduleLoop({
        functionName: "scheduler-handler",
        everyMs: dueEveryMs,
        invoke: lambda.invoke,
        onLog,
      }),
    );
    const gateway = await start(
      startGateway({ port, routes, invoke: lambda.invoke }),
    );
    return {
      origin: gateway.endpoint,
      platform,
      lambda,
      dynamodb,
      secretsManager,
      events,
      runScheduler: scheduler.run,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
