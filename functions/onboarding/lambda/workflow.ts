import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { warmUpWorkflow } from "../../../shared/runtime/warm-up.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import {
  onboardingWorkflowSchema,
  readConfig,
} from "../../../shared/runtime/config.ts";
import { createOnboarding } from "../workflow.ts";

const config = readConfig(onboardingWorkflowSchema);
const dependencies = createWorkflowDependencies(
  config,
  "onboarding-workflow",
  config.PERSON_AUTH,
);

export const handler = withDurableExecution(
  createOnboarding({
    ...dependencies,
    protectedUsernames: config.PROTECTED_USERNAMES,
    taskTemplate: config.TASK_TEMPLATE,
    passwordPolicy: {
      length: config.PASSWORD_LENGTH,
      symbols: config.PASSWORD_SYMBOLS,
    },
  }),
);
await warmUpWorkflow(dependencies);
