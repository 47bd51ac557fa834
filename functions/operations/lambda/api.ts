import { LambdaClient } from "@aws-sdk/client-lambda";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import {
  createWarmUpStart,
  createStartWorkflow,
} from "../../../shared/aws/start-workflow.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import {
  operationsSchema,
  readConfig,
} from "../../../shared/runtime/config.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createLog } from "../../../shared/log.ts";
import { createOperationsApp } from "../webhook.ts";

const config = readConfig(operationsSchema);
const callers = createStoredCallers(config.CALLERS_SECRET);
const store = createStore(createDocumentClient(), config.STORE_TABLE, Date.now);

const lambda = new LambdaClient(timeouts);

export const handler = createHttpHandler(
  createOperationsApp({
    callers,
    store,
    startWorkflow: createStartWorkflow(lambda, (type) =>
      workflowFunctionOf(type, config),
    ),
    nowMs: Date.now,
    log: createLog("operations"),
  }),
);
await warmUpHttp(handler, {
  callers,
  store,
  warmUpStart: createWarmUpStart(lambda, config.ONBOARDING_WORKFLOW),
});
