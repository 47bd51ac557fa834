import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createEngineClient } from "../../../shared/runtime/engine-client.ts";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up-workflow.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { profileUpdateWorkflowConfig } from "../config.ts";
import { createProfileUpdate } from "../workflow.ts";

const config = readConfig(profileUpdateWorkflowConfig);
const dependencies = createWorkflowDependencies(
  config,
  "profile-update-workflow",
);
const engine = createEngineClient(dependencies.log);

export const handler = createDurableHandler(
  createProfileUpdate({
    ...config,
    ...dependencies,
  }),
  engine,
);
await warmUpWorkflow({ ...dependencies, engine });
