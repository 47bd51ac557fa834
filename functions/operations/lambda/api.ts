import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import {
  createWarmUpStart,
  createStartWorkflow,
} from "../../../shared/aws/start-workflow.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import {
  connectLambda,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createLog } from "../../../shared/log.ts";
import { operationsConfig } from "../config.ts";
import { createOperationsApp } from "../api.ts";

const config = readConfig(operationsConfig);
const log = createLog("operations-api");
const callers = createStoredCallers(config.callersSecret, log);
const table = connectTable(config.storeTable);
const store = createStore(table, Date.now);

const lambda = connectLambda();

export const handler = createHttpHandler(
  createOperationsApp({
    callers,
    store,
    lists: createOperatorLists(table, Date.now),
    limits: config,
    zone: config.zone,
    startWorkflow: createStartWorkflow(lambda, config),
    nowMs: Date.now,
    log,
  }),
  config,
);
await warmUpHttp(
  handler,
  { callers },
  () => store.operations.get("nobody"),
  createWarmUpStart(lambda, config.employmentWorkflow),
);
