import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { createWorkflowDependencies } from "../../../shared/aws/workflow-dependencies.ts";
import { createHttp } from "../../../shared/community/http.ts";
import {
  readConfig,
  statusRelayWorkflowSchema,
} from "../../../shared/config.ts";
import { createStatusRelay } from "../workflow.ts";

const config = readConfig(statusRelayWorkflowSchema);

export const handler = withDurableExecution(
  createStatusRelay({
    ...createWorkflowDependencies(config, "status-relay-workflow"),
    http: createHttp({ maxResponseBytes: 64 * 1024 }),
    zone: config.ZONE,
  }),
);
