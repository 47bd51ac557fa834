import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { offboardingWorkflowConfig } from "../config.ts";
import { createOffboarding } from "../workflow.ts";

const config = readConfig(offboardingWorkflowConfig);
const dependencies = createWorkflowDependencies(config, "offboarding-workflow");

export const handler = withDurableExecution(
  createOffboarding({
    ...dependencies,
    protectedUsernames: config.protectedUsernames,
    graceDays: config.graceDays,
    deletionLimitSettings: config.deletionLimit,
  }),
);
await warmUpWorkflow(dependencies);
