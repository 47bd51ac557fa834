import { LambdaClient } from "@aws-sdk/client-lambda";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createHttpHandler } from "../../../shared/aws/http-handler.ts";
import { warmUpHttp } from "../../../shared/aws/warm-up.ts";
import {
  createWarmUpStart,
  createStartWorkflow,
} from "../../../shared/aws/start-workflow.ts";
import { createStoredCallers } from "../../../shared/aws/stored-callers.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";
import { workflowFunctionOf } from "../../../shared/aws/workflow-functions.ts";
import { operationsSchema, readConfig } from "../../../shared/config.ts";
import { createLifecycle } from "../../../shared/lifecycle/lifecycle.ts";
import { createLog } from "../../../shared/log.ts";
import { createOperationsApp } from "../operations.ts";

const config = readConfig(operationsSchema);
const callers = createStoredCallers(config.CALLERS_SECRET);
const lifecycle = createLifecycle(
  createDocumentClient(),
  config.LIFECYCLE_TABLE,
  Date.now,
);

const lambda = new LambdaClient(timeouts);

export const handler = createHttpHandler(
  createOperationsApp({
    callers,
    lifecycle,
    startWorkflow: createStartWorkflow(lambda, (type) =>
      workflowFunctionOf(type, config),
    ),
    nowMs: Date.now,
    log: createLog("operations"),
  }),
);
await warmUpHttp(handler, {
  callers,
  lifecycle,
  warmUpStart: createWarmUpStart(lambda, config.ONBOARDING_WORKFLOW),
});
