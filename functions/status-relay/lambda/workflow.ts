import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { runWarmUps } from "../../../shared/runtime/warm-up.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { statusRelayWorkflowConfig } from "../config.ts";
import { createStatusRelay } from "../workflow.ts";

const config = readConfig(statusRelayWorkflowConfig);
const dependencies = createWorkflowDependencies(
  config,
  "status-relay-workflow",
);

export const handler = createDurableHandler(
  createStatusRelay({
    ...dependencies,
    http: createHttp({ maxResponseBytes: 64 * 1024 }),
    zone: config.zone,
  }),
  dependencies.log,
);
await runWarmUps(() => dependencies.platformAuth.warmUp());
