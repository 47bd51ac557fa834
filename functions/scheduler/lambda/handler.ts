import { createFindExecution } from "../../../shared/aws/find-execution.ts";
import {
  createStartPlan,
  createStartRound,
  createStartWorkflow,
  isThrottled,
} from "../../../shared/aws/start-workflow.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import {
  connectLambda,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { createPlanRuns } from "../../../shared/store/plan-runs.ts";
import { schedulerConfig } from "../config.ts";
import { createDispatchDue } from "../dispatch-due.ts";
import { createEndOutages } from "../end-outages.ts";
import { runJobs } from "../run-pass.ts";
import { createStartNotices } from "../start-notices.ts";

const config = readConfig(schedulerConfig);
const lambda = connectLambda();
const { dynamodb, store, platformAuth, nowMs, random, log } =
  createWorkflowDependencies(config, "scheduler-handler");
const shared = {
  startWorkflow: createStartWorkflow(lambda, config),
  nowMs,
  log,
};

const table = connectTable(config.storeTable, dynamodb);

const dispatchDue = createDispatchDue({
  ...shared,
  isThrottled,
  operations: store.operations,
  employees: store.employees,
  payloads: store.payloads,
  findExecution: createFindExecution(lambda),
  ...(config.listsWorkflow !== "" && {
    plans: createPlanRuns(table, nowMs),
    startPlan: createStartPlan(lambda, config.listsWorkflow),
  }),
  random,
  budgetMs: 45_000,
});
const endOutages = createEndOutages({
  ...shared,
  store,
  probes: platformAuth.probes,
});

const startNotices = createStartNotices({
  notices: createNoticeStore(table, nowMs),
  startRound: createStartRound(lambda, config.notificationsWorkflow),
  nowMs,
  log,
});

export const handler = () => runJobs([endOutages, dispatchDue, startNotices]);
