import type { DurableExecutionHandler } from "@aws/durable-execution-sdk-js";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createPreviewWebhook } from "../../../functions/events/preview-webhook.ts";
import { createEventsWorkflow } from "../../../functions/events/workflow.ts";
import { createListsApp } from "../../../functions/lists/api.ts";
import { createPlans } from "../../../functions/lists/plans.ts";
import { createLists } from "../../../functions/lists/workflow.ts";
import { createNotifications } from "../../../functions/notifications/workflow.ts";
import { createOperationsApp } from "../../../functions/operations/api.ts";
import { createDispatchDue } from "../../../functions/scheduler/dispatch-due.ts";
import { createEndOutages } from "../../../functions/scheduler/end-outages.ts";
import { createStartNotices } from "../../../functions/scheduler/start-notices.ts";
import { createServiceProvider } from "../../../functions/scim/service-provider.ts";
import type { AnyFunctionName } from "../../../infra/aws/deployment/functions.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { isThrottled } from "../../../shared/aws/start-workflow.ts";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import type { Log } from "../../../shared/log.ts";
import type { PlatformAuth } from "../../../shared/platform-auth/platform-auth.ts";
import { workflowFunctionOf } from "../../../shared/workflow/workflow-functions.ts";
import type { SourceReader } from "../../../shared/source/source-reader.ts";
import type { FindSource } from "../../../shared/source/sources-secret.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { createPlanRuns } from "../../../shared/store/plan-runs.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { createStore } from "../../../shared/store/store.ts";
import type { Callers } from "../../../shared/webhook/callers.ts";
import {
  executionNameOf,
  type FindExecution,
  planExecutionOf,
  type StartPlan,
  type StartWorkflow,
} from "../../../shared/workflow/execution.ts";
import { createReceivers, statusMaxLength } from "../parts/receivers.ts";
import { inProcessWorkflows, type settingsForTest } from "./workflows.ts";

/** The bus and the subscriber of notices. */
export type NoticeTakers = Pick<
  Parameters<typeof createNotifications>[0],
  "putEvents" | "post"
>;

type Dependencies = {
  settings: typeof settingsForTest & { callsPerSecond?: number | undefined };
  /** Our tables, as each function uses them. */
  documentsOf: (name: AnyFunctionName) => DynamoDBDocumentClient;
  callers: Callers;
  findSource: FindSource;
  sources: SourceReader;
  /** How the workflow of lists reaches the platform. */
  platformAuth: PlatformAuth;
  /** How the scheduler sees whether an outage is over. */
  probes: PlatformAuth["probes"];
  start: (workflow: string, name: string, input: object) => Promise<void>;
  findExecution: FindExecution;
  noticeTakers: NoticeTakers;
  /** How many ends and renames of a list one operator can approve. */
  listApprovalMax: number;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  logOf: (name: AnyFunctionName) => Log;
};

/** All functions that we deploy, except for the workflows of one person, which {@link createWorkflows} creates. */
export function createDeployedFunctions({
  settings: { callsPerSecond, ...rules },
  documentsOf,
  platformAuth,
  probes,
  start,
  findExecution,
  noticeTakers,
  listApprovalMax,
  logOf,
  findSource,
  sources,
  ...shared
}: Dependencies) {
  const { nowMs, sleepMs } = shared;
  const { zone } = rules;
  const settings = { ...rules, statusMaxLength };
  const tableOf = (name: AnyFunctionName) =>
    createTable(documentsOf(name), tables.store.name);
  const storeOf = (name: AnyFunctionName) => createStore(tableOf(name), nowMs);
  const startWorkflow: StartWorkflow = (operation) =>
    start(
      workflowFunctionOf(operation.type, inProcessWorkflows),
      executionNameOf(operation),
      { operationId: operation.id },
    );
  const startPlan: StartPlan = (input) =>
    start("lists", planExecutionOf(input), input);

  /** What most functions have. */
  const partsOf = (name: AnyFunctionName) => ({
    ...shared,
    startWorkflow,
    store: storeOf(name),
    log: logOf(name),
  });
  const workflowPartsOf = (name: AnyFunctionName) => ({
    ...partsOf(name),
    settings,
    findSource,
    sources,
    random: Math.random,
  });
  const listsTable = createBatchedTable(
    documentsOf("lists-workflow"),
    tables.store.name,
  );
  const workflows: Record<string, DurableExecutionHandler> = {
    [inProcessWorkflows.eventsWorkflow]: createEventsWorkflow({
      ...workflowPartsOf("events-workflow"),
      statusMaxLength,
    }),
    lists: createLists({
      ...workflowPartsOf("lists-workflow"),
      store: createStore(listsTable, nowMs),
      plans: createPlans(listsTable, nowMs),
      lists: createOperatorLists(listsTable, nowMs),
      platformAuth,
      callsPerSecond,
      startPlan,
    }),
    notifications: createNotifications({
      ...noticeTakers,
      store: createNoticeStore(tableOf("notifications-workflow"), nowMs),
      readSubscribers: async () => ({
        desk: { format: "webhook", url: "https://desk.example.com", keys: [] },
      }),
      docsUrl: "",
      sleepMs,
      nowMs,
      random: Math.random,
      log: logOf("notifications-workflow"),
    }),
  };

  const apps = {
    ...createReceivers({ ...shared, startWorkflow, storeOf, logOf, zone }),
    preview: createPreviewWebhook({ ...partsOf("events-preview"), settings }),
    operations: createOperationsApp({
      ...partsOf("operations-api"),
      lists: createOperatorLists(tableOf("operations-api"), nowMs),
      limits: settings,
      zone,
    }),
    lists: createListsApp({
      ...partsOf("lists-api"),
      plans: createPlans(tableOf("lists-api"), nowMs),
      startPlan,
      listApprovalMax,
    }),
    scim: createServiceProvider({
      ...partsOf("scim-receiver"),
      store: {
        ...storeOf("scim-receiver"),
        scimUsers: createScimUsers(tableOf("scim-receiver"), nowMs),
      },
      zone,
    }),
  };

  const scheduled = { ...partsOf("scheduler-handler"), findExecution };
  const schedulerTable = tableOf("scheduler-handler");
  const jobs = {
    endOutages: createEndOutages({ ...scheduled, probes }),
    dispatchDue: createDispatchDue({
      ...scheduled,
      ...scheduled.store,
      isThrottled,
      plans: createPlanRuns(schedulerTable, nowMs),
      startPlan,
      random: Math.random,
      budgetMs: 45_000,
    }),
    startNotices: createStartNotices({
      ...scheduled,
      notices: createNoticeStore(schedulerTable, nowMs),
      startRound: (round) => start("notifications", round, { round }),
    }),
  };
  return { workflows, apps, jobs };
}
