import { setTimeout as sleep } from "node:timers/promises";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createHttpHandler } from "../../../shared/aws/http-handler.ts";
import { createStartWorkflow } from "../../../shared/aws/start-workflow.ts";
import { createStoredCallers } from "../../../shared/aws/stored-callers.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";
import { onboardingDoorSchema, readConfig } from "../../../shared/config.ts";
import { createLifecycle } from "../../../shared/lifecycle/lifecycle.ts";
import { createLog } from "../../../shared/log.ts";
import { createOnboardingDoor } from "../door.ts";

const config = readConfig(onboardingDoorSchema);

export const handler = createHttpHandler(
  createOnboardingDoor({
    callers: createStoredCallers(config.CALLERS_SECRET),
    lifecycle: createLifecycle(
      createDocumentClient(),
      config.LIFECYCLE_TABLE,
      Date.now,
    ),
    startWorkflow: createStartWorkflow(
      new LambdaClient(timeouts),
      config.WORKFLOW_FUNCTION,
    ),
    nowMs: Date.now,
    sleepMs: (durationMs) => sleep(durationMs),
    log: createLog("onboarding-door"),
  }),
);
