import { setTimeout } from "node:timers/promises";
import {
  createStartPlan,
  createStartWorkflow,
} from "../../../shared/aws/start-workflow.ts";
import { createBatchedTable } from "../../../shared/dynamodb/batched-table.ts";
import {
  connectLambda,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createPublicRequest } from "../../../shared/public-request.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { createStoredSources } from "../../../shared/runtime/stored-sources.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { createSourceReader } from "../../../shared/source/source-reader.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createStore } from "../../../shared/store/store.ts";
import { listsWorkflowConfig } from "../config.ts";
import { createPlans } from "../plans.ts";
import { createLists } from "../workflow.ts";

const config = readConfig(listsWorkflowConfig);
const dependencies = createWorkflowDependencies(config, "lists-workflow");
const { dynamodb, log } = dependencies;
const table = createBatchedTable(dynamodb, config.storeTable);
const lambda = connectLambda();

export const handler = createDurableHandler(
  createLists({
    ...dependencies,
    // A part of the rows reads many employees at once.
    store: createStore(table, Date.now),
    settings: config,
    plans: createPlans(table, Date.now),
    lists: createOperatorLists(table, Date.now),
    callers: createStoredCallers(config.callersSecret, log),
    findSource: createStoredSources(config.sourcesSecret, log),
    sources: createSourceReader({
      store: createTokenStore(connectTable(config.tokensTable, dynamodb)),
      request: createPublicRequest({ allowsLoopback: config.loopbackHttp }),
    }),
    startWorkflow: createStartWorkflow(lambda, config),
    startPlan: createStartPlan(lambda, config.listsWorkflow),
    sleepMs: setTimeout,
  }),
  log,
);
