import { setTimeout as sleep } from "node:timers/promises";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import { createPreviewWebhook } from "../../../functions/events/preview-webhook.ts";
import { createEventsWorkflow } from "../../../functions/events/workflow.ts";
import { createListsApp } from "../../../functions/lists/api.ts";
import { createPlans } from "../../../functions/lists/plans.ts";
import { createLists } from "../../../functions/lists/workflow.ts";
import { createOperationsApp } from "../../../functions/operations/api.ts";
import { createDispatchDue } from "../../../functions/scheduler/dispatch-due.ts";
import { createEndOutages } from "../../../functions/scheduler/end-outages.ts";
import { createServiceProvider } from "../../../functions/scim/service-provider.ts";
import { runJobs } from "../../../functions/scheduler/run-pass.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../infra/local/aws/lambda/durable-executions.ts";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { AnyFunctionName } from "../../../infra/aws/deployment/functions.ts";
import { dayMs } from "../../../shared/durations.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { isThrottled } from "../../../shared/aws/start-workflow.ts";
import { createPublicRequest } from "../../../shared/public-request.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import { createSourceReader } from "../../../shared/source/source-reader.ts";
import {
  type FindSource,
  sourcesSchema,
} from "../../../shared/source/sources-secret.ts";
import { limitsByName } from "../../../shared/store/daily-limits.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createPlanRuns } from "../../../shared/store/plan-runs.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import {
  executionNameOf,
  type PlanInput,
  planExecutionOf,
} from "../../../shared/workflow/execution.ts";
import { recordLogs } from "../../fixtures/recorded-logs.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";
import { effort } from "../../resilience/effort.ts";
import { documentsOf, type PartFailures } from "./part-failures.ts";
import { runKillable } from "./killed-executions.ts";
import { createProcessClients, runAsProcess } from "./processes.ts";
import { createNotices, noticesFunction } from "./notices.ts";
import { type Pause, recordPauses } from "./recorded-pauses.ts";
import {
  createWorkflows,
  settingsForTest,
  inProcessWorkflows,
  type WorkflowOptions,
} from "./workflows.ts";
import { createLocalCallers, createReceivers } from "../parts/receivers.ts";

export type InProcessOptions = WorkflowOptions & {
  /** Where the tables are. @default this-process */
  tables?: "this-process" | "own-process" | "in-memory";
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
  /** How many ends and renames of a list one operator can approve. @default 50 */
  listApprovalMax?: number;
  /** How long the requests of a page of a list may take together, in real time. @default 50000 */
  pageTimeoutMs?: number;
};

export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/**
 * Everything that we deploy, in this process, without bundles, Lambda and gateway: receivers, workflows, the scheduler
 * and the operations API, on real tables and the stand-in platform. A test can advance the clock by years.
 */
export async function startDeployment(options: InProcessOptions) {
  const { timeScale = effort(0.0001, 0.001), indexLagMs = 0 } = options;
  const settings = { ...settingsForTest, ...options };
  // The rules compare days, and a test does not end on another one.
  let aheadMs = untilNoonMs();
  const nowMs = () => Date.now() + aheadMs;
  const platform = await startPlatform(options.platform);
  const local = await startTables(
    options.tables,
    indexLagMs > 0 ? { maxLagMs: indexLagMs, nowMs } : undefined,
  );
  const { logOf, lines, written } = recordLogs();
  const partFailures: PartFailures = {};
  const processes = createProcessClients(() => partFailures.killAt);
  const documents = processes.documents(local.documents);
  const pauses: Pause[] = [];
  const storeOn = (client: typeof documents) =>
    createStore(createTable(client, tables.store.name), nowMs);
  const store = storeOn(documents);
  const http = processes.http(options.http ?? createHttp());
  const createProcess = () =>
    createWorkflows(
      { platform, documents, partFailures, nowMs, logOf },
      { ...options, http },
    );
  const { platformAuth, employ, workflows } = createProcess();
  const endProcess = () =>
    void Object.assign(workflows, createProcess().workflows);
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
        () => partFailures.kill?.(name),
        (client) =>
          runAsProcess(
            () =>
              withDurableExecution(
                name === noticesFunction
                  ? notices.workflow
                  : (workflows[name] ?? workflows["employment"] ?? employ),
                { durableExecutionClient: processes.engine(client) },
              )(event, { getRemainingTimeInMillis: () => 30_000 } as Context),
            endProcess,
          ),
      ),
  });
  const startWorkflow = async (
    operation: Pick<Operation, "id" | "run" | "type">,
  ) => {
    if (partFailures.workflowStart?.())
      throw new Error("the engine is out: canary");
    const functionName = workflowFunctionOf(operation.type, inProcessWorkflows);
    await processes.send(
      () => [`start ${functionName}`],
      async () =>
        engine.start({
          functionName,
          name: executionNameOf(operation),
          payload: JSON.stringify({ operationId: operation.id }),
        }),
    );
  };
  const intake = {
    callers: createLocalCallers(nowMs, options.callers),
    startWorkflow,
    nowMs,
  };
  /** The store as a function other than a workflow uses it. */
  const storeOf = (name: AnyFunctionName) =>
    storeOn(documentsOf(name, documents, () => partFailures.receiverTable));
  const sources = sourcesSchema.parse(options.sources ?? {});
  const findSource: FindSource = async (name) =>
    sources[name] && { ...sources[name], name };
  const reader = createSourceReader({
    store: createTokenStore(createTable(documents, tables.tokens.name)),
    request: createPublicRequest({ allowsLoopback: true }),
    nowMs,
    ...(options.pageTimeoutMs !== undefined && {
      pageTimeoutMs: options.pageTimeoutMs,
    }),
  });
  workflows[inProcessWorkflows.eventsWorkflow] = createEventsWorkflow({
    store: storeOn(
      documentsOf(
        "events-workflow",
        documents,
        () => partFailures.workflowTable,
      ),
    ),
    callers: intake.callers,
    findSource,
    sources: reader,
    startWorkflow,
    statusMaxLength: 140,
    settings,
    nowMs,
    random: Math.random,
    log: logOf("events-workflow"),
  });
  const plansOf = (
    name: "lists-api" | "lists-workflow",
    failure: () => PartFailures["workflowTable"],
  ) => {
    const client = documentsOf(name, documents, failure);
    const create = name === "lists-workflow" ? createBatchedTable : createTable;
    return createPlans(create(client, tables.store.name), nowMs);
  };
  const startPlan = async (input: PlanInput) => {
    engine.start({
      functionName: "lists",
      name: planExecutionOf(input),
      payload: JSON.stringify(input),
    });
  };
  workflows["lists"] = createLists({
    store: createStore(
      createBatchedTable(
        documentsOf(
          "lists-workflow",
          documents,
          () => partFailures.receiverTable,
        ),
        tables.store.name,
      ),
      nowMs,
    ),
    platformAuth,
    callsPerSecond: options.callsPerSecond,
    nowMs,
    random: Math.random,
    log: logOf("lists-workflow"),
    settings: { ...settings, statusMaxLength: 140 },
    plans: plansOf("lists-workflow", () => partFailures.workflowTable),
    lists: createOperatorLists(
      createTable(documents, tables.store.name),
      nowMs,
    ),
    callers: intake.callers,
    findSource,
    sources: reader,
    startWorkflow,
    startPlan,
    sleepMs: () => new Promise<void>((wake) => setImmediate(wake)),
  });
  const lists = createListsApp({
    callers: intake.callers,
    plans: plansOf("lists-api", () => partFailures.receiverTable),
    startPlan,
    listApprovalMax: options.listApprovalMax ?? 50,
    nowMs,
    log: logOf("lists-api"),
  });
  const receivers = createReceivers({
    ...intake,
    storeOf,
    logOf,
    zone: settings.zone,
  });
  const operations = createOperationsApp({
    ...intake,
    store: storeOf("operations-api"),
    lists: createOperatorLists(
      createTable(
        documentsOf(
          "operations-api",
          documents,
          () => partFailures.receiverTable,
        ),
        tables.store.name,
      ),
      nowMs,
    ),
    limits: limitsByName(settings),
    rules: settings,
    log: logOf("operations-api"),
  });
  const preview = createPreviewWebhook({
    ...intake,
    store: storeOf("events-preview"),
    settings: { ...settings, statusMaxLength: 140 },
    log: logOf("events-preview"),
  });
  const scim = createServiceProvider({
    ...intake,
    store: {
      ...storeOf("scim-receiver"),
      scimUsers: createScimUsers(
        createTable(
          documentsOf(
            "scim-receiver",
            documents,
            () => partFailures.receiverTable,
          ),
          tables.store.name,
        ),
        nowMs,
      ),
    },
    zone: settings.zone,
    sleepMs: (durationMs) => sleep(Math.min(durationMs, 5)),
    log: logOf("scim-receiver"),
  });
  const apps = { ...receivers, preview, operations, lists, scim };
  const schedulerStore = storeOf("scheduler-handler");
  const endOutages = createEndOutages({
    store: schedulerStore,
    probes: platformAuth.probes,
    startWorkflow,
    nowMs,
    log: logOf("scheduler-handler"),
  });
  const startDue = createDispatchDue({
    rules: settings,
    startWorkflow,
    isThrottled,
    nowMs,
    log: logOf("scheduler-handler"),
    operations: schedulerStore.operations,
    employees: schedulerStore.employees,
    payloads: schedulerStore.payloads,
    plans: createPlanRuns(
      createTable(
        documentsOf("scheduler-handler", documents, () => undefined),
        tables.store.name,
      ),
      nowMs,
    ),
    startPlan,
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
  return {
    platform,
    store,
    /** The client of our tables, for what the store does not do. */
    documents,
    /** How the workflows reach the platform. */
    platformAuth,
    engine,
    /** Starts an execution for a plan of a list. */
    startPlan,
    employ,
    /** Every line that was logged. */
    lines,
    /** The same lines as each function writes them. */
    written,
    /** The log of a function. */
    logOf,
    /** Set a property of it to make one of our own parts fail. */
    partFailures,
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

    /** Ends the process of the workflows: the next one has an empty memory. */
    endProcess,

    /** One round of the scheduler. */
    dispatchDue,

    close: async (): Promise<void> => {
      engine.close();
      await platform.close();
      await local.close();
    },
  };
}

/** From now to the next noon in UTC. */
function untilNoonMs(): number {
  return dayMs - ((Date.now() + dayMs / 2) % dayMs);
}
