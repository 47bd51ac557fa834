import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import {
  offboardingWorkflowSchema,
  readConfig,
} from "../../../shared/runtime/config.ts";
import { createOffboarding } from "../workflow.ts";

const config = readConfig(offboardingWorkflowSchema);
const dependencies = createWorkflowDependencies(config, "offboarding-workflow");

export const handler = withDurableExecution(
  createOffboarding({
    ...dependencies,
    protectedUsernames: config.PROTECTED_USERNAMES,
    graceDays: config.GRACE_DAYS,
    deletionLimitSettings: {
      percent: config.DELETION_LIMIT_PERCENT,
      min: config.DELETION_LIMIT_MIN,
      max: config.DELETION_LIMIT_MAX,
    },
  }),
);
await warmUpWorkflow(dependencies);
