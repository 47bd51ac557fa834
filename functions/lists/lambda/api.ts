import { createStartPlan } from "../../../shared/aws/start-workflow.ts";
import { createLog } from "../../../shared/log.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import {
  connectLambda,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { createListsApp } from "../api.ts";
import { listsApiConfig } from "../config.ts";
import { createPlans } from "../plans.ts";

const config = readConfig(listsApiConfig);
const log = createLog("lists-api");
const callers = createStoredCallers(config.callersSecret, log);

export const handler = createHttpHandler(
  createListsApp({
    callers,
    plans: createPlans(connectTable(config.storeTable), Date.now),
    startPlan: createStartPlan(connectLambda(), config.listsWorkflow),
    listApprovalMax: config.listApprovalMax,
    nowMs: Date.now,
    log,
  }),
  config,
);
