import { LambdaClient } from "@aws-sdk/client-lambda";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createFindExecution } from "../../../shared/aws/find-execution.ts";
import { createStartWorkflow } from "../../../shared/aws/start-workflow.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createLog } from "../../../shared/log.ts";
import { schedulerConfig } from "../config.ts";
import { createDispatchDue } from "../dispatch-due.ts";

const config = readConfig(schedulerConfig);
const lambda = new LambdaClient(timeouts);

const store = createStore(createDocumentClient(), config.storeTable, Date.now);

export const handler = createDispatchDue({
  operations: store.operations,
  employees: store.employees,
  payloads: store.payloads,
  startWorkflow: createStartWorkflow(lambda, (type) =>
    workflowFunctionOf(type, config),
  ),
  findExecution: createFindExecution(lambda),
  nowMs: Date.now,
  random: Math.random,
  budgetMs: 30_000,
  log: createLog("scheduler"),
});
