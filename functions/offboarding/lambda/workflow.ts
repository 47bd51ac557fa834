import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createEngineClient } from "../../../shared/runtime/engine-client.ts";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up-workflow.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { offboardingWorkflowConfig } from "../config.ts";
import { createOffboarding } from "../workflow.ts";

const config = readConfig(offboardingWorkflowConfig);
const dependencies = createWorkflowDependencies(config, "offboarding-workflow");
const engine = createEngineClient(dependencies.log);

export const handler = createDurableHandler(
  createOffboarding({
    ...config,
    ...dependencies,
  }),
  engine,
);
await warmUpWorkflow({ ...dependencies, engine });
