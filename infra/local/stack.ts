import { join } from "node:path";
import { eventBus, eventsFunction } from "../aws/deployment/events.ts";
import {
  type FunctionVariables,
  type AnyFunctionName,
  routes,
} from "../aws/deployment/functions.ts";
import type { Schedule } from "../aws/deployment/schedules.ts";
import { localSecrets } from "./credentials.ts";
import { startExpiry } from "./aws/dynamodb/delete-expired.ts";
import { startDynamoDb } from "./aws/dynamodb/start-dynamodb.ts";
import { startEventBus } from "./aws/event-bridge/start-event-bus.ts";
import {
  type Endpoints,
  localEnvironments,
  localFunctions,
} from "./functions.ts";
import {
  type GatewayLimits,
  startGateway,
} from "./aws/api-gateway/start-gateway.ts";
import {
  type LambdaOptions,
  type LocalLambda,
  startLambda,
} from "./aws/lambda/start-lambda.ts";
import type { PlatformOptions } from "../platform/state/options.ts";
import { startPlatform } from "../platform/start-platform.ts";
import { startSchedules } from "./aws/event-bridge/start-schedules.ts";
import { localPermits, type Permits } from "./aws/permissions.ts";
import {
  type SecretFault,
  startSecretsManager,
} from "./aws/secrets-manager/start-secrets-manager.ts";

export type StackOptions = Pick<
  LambdaOptions,
  "timeScale" | "sandboxes" | "awsFaults" | "historyInPages" | "onLog"
> & {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** 0 takes any free port. @default 0 */
  platformPort?: number;
  platform?: Partial<PlatformOptions>;
  /**
   * Folder that keeps tables, secrets, executions, events and the state of the platform after the process has ended, also
   * when it is killed. @default none: everything is in memory
   */
  folder?: string;
  /** How long the indexes of DynamoDB lag behind the items at most. @default 0 */
  indexLagMs?: number;
  /** The limits of the gateway. @default those of startGateway */
  gateway?: GatewayLimits;
  /** What Secrets Manager answers instead of a secret. @default nothing */
  secretFault?: () => SecretFault | undefined;
  /** Which requests of functions IAM allows. @default what the roles of the template allow */
  permits?: Permits;
  /** How often the function `scheduler-handler` is invoked. @default 60_000 */
  schedulerIntervalMs?: number;
  /** Events that are sent at scheduled times. @default none */
  schedules?: readonly Schedule[];
  /** Callers in addition to those of `localSecrets`. */
  callers?: Record<string, unknown>;
  /** The systems that are read. Their URLs may be http of this machine. @default none */
  sources?: Record<string, unknown>;
  /** Subscribers of notices. They may be on http of this machine. @default none */
  subscribers?: Record<string, unknown>;
  /** Creates the environment of each function. @default localEnvironments */
  environments?: (
    endpoints: Endpoints,
  ) => Record<AnyFunctionName, FunctionVariables>;
  /** Variables that are added to the environment of each function. @default none */
  environment?: Record<string, string>;
};

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * Starts the whole product on loopback: the bundles of `dist/` behind an API gateway, the stand-in platform, and
 * DynamoDB, Secrets Manager, EventBridge and Lambda with their real protocols.
 *
 * @throws Error that names the port, if a port is in use. All services that had been started are stopped again.
 */
export async function startStack({
  port = 0,
  platformPort = 0,
  platform: platformOptions = {},
  folder,
  indexLagMs = 0,
  gateway: gatewayLimits = {},
  secretFault = () => undefined,
  awsFaults,
  permits = localPermits,
  schedulerIntervalMs = 60_000,
  schedules = [],
  callers = {},
  sources = {},
  subscribers = {},
  environments = localEnvironments,
  environment = {},
  ...lambdaOptions
}: StackOptions = {}) {
  /** The newest part first, because a part is closed before the parts that it uses. */
  const started: { close: () => Promise<void> }[] = [];
  async function start<T extends { close: () => Promise<void> }>(
    part: T | Promise<T>,
  ): Promise<T> {
    started.unshift(await part);
    return part;
  }
  const folderOf = (name: string) => folder && join(folder, name);
  async function close(): Promise<void> {
    for (const part of started) await part.close();
  }

  try {
    const platform = await start(
      startPlatform({
        folder: folderOf("platform"),
        ...platformOptions,
        port: platformPort,
      }),
    );
    const dynamodb = await start(
      startDynamoDb({
        folder: folderOf("dynamodb"),
        awsFaults,
        permits,
        ...(indexLagMs > 0 && { indexLag: { maxLagMs: indexLagMs } }),
      }),
    );
    await start(startExpiry(dynamodb.endpoint));
    const secretsManager = await start(
      startSecretsManager({
        folder: folderOf("secrets"),
        fault: secretFault,
        awsFaults,
        permits,
        secrets: localSecrets,
        entries: { callers, sources, subscribers },
      }),
    );
    // The functions need the address of the bus, and the bus needs Lambda, so the bus gets Lambda later.
    const invoker = Promise.withResolvers<LocalLambda>();
    const deliver = (event: unknown) =>
      void invoker.promise.then(({ invokeAsynchronously }) =>
        invokeAsynchronously(eventsFunction, event),
      );
    const events = await start(
      startEventBus({
        ...eventBus,
        deliver,
        awsFaults,
        permits,
        sources: localSecrets.callers.bus.sources,
      }),
    );
    const endpoints = {
      platform: platform.origin,
      dynamodb: dynamodb.endpoint,
      secretsManager: secretsManager.endpoint,
      eventBus: events.endpoint,
    };
    const functions = localFunctions(endpoints, environments(endpoints));
    for (const definition of Object.values(functions))
      Object.assign(definition.environment, environment);
    const lambda = await start(
      startLambda({
        ...lambdaOptions,
        functions,
        folder: folderOf("lambda"),
        awsFaults,
        permits,
      }),
    );
    invoker.resolve(lambda);
    await start(
      startSchedules({
        schedules,
        // The other target is durable, and only a function that is not durable can be invoked asynchronously.
        deliver: (event, target) =>
          target === eventsFunction
            ? deliver(event)
            : void lambda.invoke(target, event),
        folder: folderOf("schedules"),
      }),
    );
    const timer = setInterval(
      () => lambda.invokeAsynchronously("scheduler-handler", {}),
      schedulerIntervalMs,
    ).unref();
    await start({ close: async () => clearInterval(timer) });
    const gateway = await start(
      startGateway({ ...gatewayLimits, port, routes, invoke: lambda.invoke }),
    );
    return {
      /** The base URL of all webhooks: `http://127.0.0.1:<port>` */
      origin: gateway.endpoint,
      platform,
      lambda,
      dynamodb,
      secretsManager,
      /** The event bus, which delivers events from the source `local.hr`. */
      events,
      /** Invokes the function `scheduler-handler` now. Resolves when it has ended, and rejects if it fails. */
      async runScheduler(): Promise<void> {
        const outcome = await lambda.invoke("scheduler-handler", {});
        if (outcome.status === "returned") return;
        const { errorType, errorMessage } = outcome.error;
        throw new Error(`The scheduler failed. ${errorType}: ${errorMessage}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
