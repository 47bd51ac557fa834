import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createEngineClient } from "../../../shared/runtime/engine-client.ts";
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
const engine = createEngineClient(dependencies.log);

export const handler = createDurableHandler(
  createStatusRelay({
    ...dependencies,
    http: createHttp({ maxResponseBytes: 64 * 1024 }),
    zone: config.zone,
  }),
  engine,
);
await runWarmUps(() => dependencies.platformAuth.warmUp());
