import { setTimeout as sleep } from "node:timers/promises";
import { LambdaClient } from "@aws-sdk/client-lambda";
import type { DoorConfig } from "../config.ts";
import { createLifecycle } from "../lifecycle/lifecycle.ts";
import { createLog } from "../log.ts";
import { createDocumentClient } from "./document-client.ts";
import { createStartWorkflow } from "./start-workflow.ts";
import { createStoredCallers } from "./stored-callers.ts";
import { timeouts } from "./timeouts.ts";

/** What every door needs of AWS, as its environment says. */
export function createDoorDependencies(
  config: DoorConfig,
  serviceName: string,
) {
  return {
    callers: createStoredCallers(config.CALLERS_SECRET),
    lifecycle: createLifecycle(
      createDocumentClient(),
      config.LIFECYCLE_TABLE,
      Date.now,
    ),
    startWorkflow: createStartWorkflow(
      new LambdaClient(timeouts),
      () => config.WORKFLOW_FUNCTION,
    ),
    zone: config.ZONE,
    nowMs: Date.now,
    sleepMs: (durationMs: number) => sleep(durationMs),
    log: createLog(serviceName),
  };
}
