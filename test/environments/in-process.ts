import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createPreviewWebhook } from "../../functions/events/preview-webhook.ts";
import { createEventsWorkflow } from "../../functions/events/workflow.ts";
import { createOperationsApp } from "../../functions/operations/api.ts";
import { createDispatchDue } from "../../functions/scheduler/dispatch-due.ts";
import { createEndOutages } from "../../functions/scheduler/end-outages.ts";
import { runJobs } from "../../functions/scheduler/run-jobs.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../infra/local/aws/lambda/durable-executions.ts";
import { opsToken } from "../../infra/local/credentials.ts";
import { startPlatform } from "../../infra/local/platform/start-platform.ts";
import type { PlatformOptions } from "../../infra/local/platform/state/options.ts";
import { tables } from "../../infra/tables.ts";
import { isThrottled } from "../../shared/aws/start-workflow.ts";
import { createPublicRequest } from "../../shared/public-request.ts";
import { workflowFunctionOf } from "../../shared/runtime/workflow-functions.ts";
import { createSourceReader } from "../../shared/source/source-reader.ts";
import { sourcesSchema } from "../../shared/source/sources-secret.ts";
import { limitsByName } from "../../shared/store/daily-limits.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../shared/store/operator-lists.ts";
import { createStore } from "../../shared/store/store.ts";
import { createTokenStore } from "../../shared/token/token-store.ts";
import { executionNameOf } from "../../shared/workflow/execution.ts";
import { recordLogs } from "../fixtures/recorded-logs.ts";
import { startTables } from "../fixtures/tables-for-test.ts";
import { effort } from "../resilience/effort.ts";
import {
  endOutages,
  failingDocuments,
  type Outages,
} from "./in-process/outages.ts";
import { runKillable } from "./in-process/killed-executions.ts";
import { createNotices, noticesFunction } from "./in-process/notices.ts";
import { type Pause, recordPauses } from "./in-process/recorded-pauses.ts";
import {
  createWorkflows,
  settingsForTest,
  inProcessWorkflows,
  type WorkflowOptions,
} from "./in-process/workflows.ts";
import {
  createLocalCallers,
  createReceivers,
  type SentEvent,
  sendTo,
} from "./parts/receivers.ts";

export type InProcessOptions = WorkflowOptions & {
  /** Where the tables are: in this process, or in one of their own. @default here */
  tables?: "here" | "apart";
  /** Multiplies the pauses of workflows. @default 0.0001: an hour takes 0.36 s; 0.001 in `npm run test:faults` */
  timeScale?: number;
  /** How long the indexes lag behind the items at most, by the clock of the environment. @default 0 */
  indexLagMs?: number;
  /** Whether the scheduler sends the notices to a bus and a subscriber. @default false */
  sendsNotices?: boolean;
  platform?: Partial<PlatformOptions>;
  /** Callers in addition to those of the local stack. */
  callers?: Record<string, unknown>;
  /** The sources whose records are read, in the shape of the secret. @default none */
  sources?: Record<string, unknown>;
  /** How long the requests of a read of a source may take together, in real time. @default 15000 */
  readTimeoutMs?: number;
};

export type SendOptions = Partial<
  Pick<SentEvent, "atMs" | "caller" | "token" | "delivery" | "to">
>;

export type InProcess = Awaited<ReturnType<typeof startInProcess>>;

const minuteMs = 60_000;
/** The real time that a minute takes while a test waits in `settle`. */
const settleTickMs = 60;

/** Starts one environment for all tests of a file. After each test it removes the faults and ends the outages. */
export function useInProcess(options: InProcessOptions = {}): () => InProcess {
  let environment: InProcess | undefined;
  beforeAll(async () => {
    environment = await startInProcess(options);
  });
  afterEach(() => {
    environment?.platform.faults.clear();
    if (environment) endOutages(environment.outages);
  });
  afterAll(async () => {
    await environment?.close();
  });
  return () => {
    if (environment) return environment;
    throw new Error("the environment is not started yet");
  };
}

/**
 * Everything that we deploy, in this process, without bundles, Lambda and gateway: receivers, workflows, the scheduler
 * and the operations API, on real tables and the stand-in platform. A test can advance the clock by years.
 */
export async function startInProcess(options: InProcessOptions = {}) {
  const { timeScale = effort(0.0001, 0.001), indexLagMs = 0 } = options;
  const settings = { ...settingsForTest, ...options };
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const platform = await startPlatform(options.platform);
  const local = await startTables(
    options.tables,
    indexLagMs > 0 ? { maxLagMs: indexLagMs, nowMs } : undefined,
  );
  const { documents } = local;
  const { logOf, lines, written } = recordLogs();
  const outages: Outages = {};
  const pauses: Pause[] = [];
  const storeOn = (client: typeof documents) =>
    createStore(createTable(client, tables.store.name), nowMs);
  const store = storeOn(documents);
  const { platformAuth, onboard, workflows } = createWorkflows(
    { platform, documents, outages, nowMs, logOf },
    options,
  );
  const notices = createNotices({
    documents,
    engine: () => engine,
    nowMs,
    log: logOf("notifications-workflow"),
  });
  const engine: DurableExecutions = createDurableExecutions({
    timeScale,
    nowMs,
    invoke: (name, event) =>
      runKillable(
        recordPauses(engine.client, pauses),
        () => outages.kill?.(),
        (durableExecutionClient) =>
          withDurableExecution(
            name === noticesFunction
              ? notices.workflow
              : (workflows[name] ?? onboard),
            { durableExecutionClient },
          )(event, { getRemainingTimeInMillis: () => 30_000 } as Context),
      ),
  });
  const startWorkflow = async (
    operation: Pick<Operation, "id" | "run" | "type">,
  ) => {
    if (outages.workflowStart?.()) throw new Error("the engine is out: canary");
    engine.start({
      functionName: workflowFunctionOf(operation.type, inProcessWorkflows),
      name: executionNameOf(operation),
      payload: JSON.stringify({ operationId: operation.id }),
    });
  };
  const intake = {
    callers: createLocalCallers(nowMs, options.callers),
    store: storeOn(failingDocuments(documents, () => outages.receiverTable)),
    startWorkflow,
    nowMs,
  };
  const sources = sourcesSchema.parse(options.sources ?? {});
  const reader = createSourceReader({
    store: createTokenStore(createTable(documents, tables.tokens.name)),
    request: createPublicRequest({ allowsLoopback: true }),
    nowMs,
    ...(options.readTimeoutMs !== undefined && {
      totalTimeoutMs: options.readTimeoutMs,
    }),
  });
  workflows[inProcessWorkflows.eventsWorkflow] = createEventsWorkflow({
    store: storeOn(failingDocuments(documents, () => outages.workflowTable)),
    callers: intake.callers,
    findSource: async (name) => sources[name] && { ...sources[name], name },
    sources: reader,
    startWorkflow,
    statusMaxLength: 140,
    zone: settings.zone,
    nowMs,
    random: Math.random,
    log: logOf("events-workflow"),
  });
  const receivers = createReceivers({ ...intake, logOf, zone: settings.zone });
  const operations = createOperationsApp({
    ...intake,
    lists: createOperatorLists(
      createTable(
        failingDocuments(documents, () => outages.receiverTable),
        tables.store.name,
      ),
      nowMs,
    ),
    limits: limitsByName(settings),
    log: logOf("operations-api"),
  });
  const preview = createPreviewWebhook({
    ...intake,
    settings: { ...settings, statusMaxLength: 140 },
    log: logOf("events-preview"),
  });
  const apps = { ...receivers, preview, operations };
  const endOutages = createEndOutages({
    store: intake.store,
    probes: platformAuth.probes,
    startWorkflow,
    nowMs,
    log: logOf("scheduler-handler"),
  });
  const startDue = createDispatchDue({
    startWorkflow,
    isThrottled,
    nowMs,
    log: logOf("scheduler-handler"),
    operations: intake.store.operations,
    employees: intake.store.employees,
    payloads: intake.store.payloads,
    findExecution: async (arn) =>
      engine.list().some((one) => one.arn === arn && one.status === "RUNNING"),
    random: Math.random,
    budgetMs: 2e4,
  });
  const dispatchDue = () =>
    runJobs([
      endOutages,
      startDue,
      ...(options.sendsNotices ? [notices.startDue] : []),
    ]);
  let deliveries = 0;

  const environment = {
    platform,
    store,
    /** The client of our tables, for what the store does not do. */
    documents,
    /** How the workflows reach the platform. */
    platformAuth,
    engine,
    onboard,
    /** Every line that was logged. */
    lines,
    /** The same lines as each function writes them. */
    written,
    /** The log of a function. */
    logOf,
    /** Set a property of it to make one of our own parts fail. */
    outages,
    /** The notices that reached the bus and the subscriber. */
    notices,
    /** Every pause of every workflow so far. */
    pauses,
    nowMs,
    apps,

    /** Advances the clock. */
    advanceTime: (durationMs: number): void => {
      aheadMs += durationMs;
    },

    /** Resolves when no execution runs any more. */
    idle: (): Promise<void> => engine.idle(),

    /**
     * Does the same; while an execution runs, a minute passes every 60 ms, and the scheduler runs each minute. At the
     * pace of the engine, the work of the processor would take hours of the clock.
     */
    settle: async (): Promise<void> => {
      const idle = engine.idle().then(() => "idle" as const);
      for (;;) {
        const tick = Promise.withResolvers<"tick">();
        const timer = setTimeout(tick.resolve, settleTickMs, "tick");
        const first = await Promise.race([idle, tick.promise]);
        clearTimeout(timer);
        if (first === "idle") return;
        aheadMs += minuteMs - settleTickMs;
        await dispatchDue();
      }
    },

    /** One round of the scheduler. */
    dispatchDue,

    /** One round of the scheduler, and all executions that it started. */
    runScheduler: async (): Promise<void> => {
      await dispatchDue();
      await engine.idle();
    },

    /** Creates a person on the platform whom we do not know. Resolves to their id. */
    addPerson: async (username: string): Promise<string> => {
      const { id } = await platformAuth.service.people.create({
        name: { givenName: "Was", familyName: "Here" },
        emails: [
          {
            value: `${username}@example.com`,
            svc_label: "Email",
            primary: true,
          },
        ],
        svc: {
          username,
          password: "of-their-own-1",
          enabled: true,
          visible: true,
        },
      });
      return id;
    },

    /** The person of an employee, as the platform has them. */
    personOf: async (employeeId: string) => {
      const personID = (await store.employees.get(employeeId))?.personID;
      return platform.people().find(({ id }) => id === personID);
    },

    /** How many deletions of people took effect so far. */
    deletions: (): number =>
      platform.journal.filter(
        ({ method, path, applied }) =>
          method === "DELETE" && path === "/people/{personID}" && applied,
      ).length,

    /** All items of our table. */
    storedItems: async (): Promise<Record<string, unknown>[]> => {
      const TableName = tables.store.name;
      const { Items = [] } = await documents.send(
        new ScanCommand({ TableName }),
      );
      return Items;
    },

    /** Sends an event as caller `ops`; `atMs` is the event's own time. The same `delivery` again is a duplicate. */
    send: async (
      type: string,
      data: unknown,
      options: SendOptions = {},
    ): Promise<Response> =>
      sendTo(receivers, {
        type,
        data,
        atMs: nowMs(),
        delivery: `${++deliveries}`,
        ...options,
      }),

    /** Asks what an event would mean, as caller `ops`. */
    preview: async (
      type: string,
      data: unknown,
      { atMs = nowMs(), caller = "ops", token = opsToken }: SendOptions = {},
    ): Promise<Response> =>
      apps.preview.request(`/events/${caller}/preview`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({
          type,
          timestamp: new Date(atMs).toISOString(),
          data,
        }),
      }),

    /** Sends an event. Resolves to its operation when no execution runs any more. */
    sendAndWait: async (
      type: string,
      data: unknown,
      options?: SendOptions,
    ): Promise<Operation> => {
      const answer = await environment.send(type, data, options);
      if (answer.status !== 202)
        throw new Error(`${type} was answered ${answer.status}`);
      await engine.idle();
      return environment.operation(answer);
    },

    /** The operation that an answer names, as it is now. */
    operation: async (answer: Response): Promise<Operation> => {
      const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
      return environment.find(id);
    },

    /** An operation by its id, as it is now. */
    find: async (id: string): Promise<Operation> => {
      const operation = await store.operations.get(id);
      if (operation) return operation;
      throw new Error(`there is no operation ${id}`);
    },

    /** Sends a request to the operations API, as the operator `ops`. */
    operate: async (
      method: string,
      path: string,
      body?: unknown,
      token: string = opsToken,
    ): Promise<Response> =>
      environment.ask(method, `/operations${path}`, body, token),

    /** Sends a request to any path of the operators' API, as the operator `ops`. */
    ask: async (
      method: string,
      path: string,
      body?: unknown,
      token: string = opsToken,
    ): Promise<Response> =>
      apps.operations.request(path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),

    close: async (): Promise<void> => {
      engine.close();
      await platform.close();
      await local.close();
    },
  };
  return environment;
}
