import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createEngineClient } from "../../../shared/runtime/engine-client.ts";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up-workflow.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { onboardingWorkflowConfig } from "../config.ts";
import { createOnboarding } from "../workflow.ts";

const config = readConfig(onboardingWorkflowConfig);
const dependencies = createWorkflowDependencies(
  config,
  "onboarding-workflow",
  config.personAuth,
);
const engine = createEngineClient(dependencies.log);

export const handler = createDurableHandler(
  createOnboarding({
    ...config,
    ...dependencies,
  }),
  engine,
);
await warmUpWorkflow({ ...dependencies, engine });
