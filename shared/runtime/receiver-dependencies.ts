import { setTimeout as sleep } from "node:timers/promises";
import { LambdaClient } from "@aws-sdk/client-lambda";
import type { ReceiverConfig } from "./config.ts";
import { createStore } from "../store/store.ts";
import { createLog } from "../log.ts";
import { createDocumentClient } from "../aws/document-client.ts";
import {
  createWarmUpStart,
  createStartWorkflow,
} from "../aws/start-workflow.ts";
import { createStoredCallers } from "./stored-callers.ts";
import { timeouts } from "../aws/timeouts.ts";

/** Creates the dependencies that every receiver has in common, from its configuration. */
export function createReceiverDependencies(
  config: ReceiverConfig,
  serviceName: string,
) {
  const lambda = new LambdaClient(timeouts);
  const log = createLog(serviceName);
  return {
    callers: createStoredCallers(config.callersSecret, log),
    store: createStore(createDocumentClient(), config.storeTable, Date.now),
    startWorkflow: createStartWorkflow(lambda, () => config.workflowFunction),
    warmUpStart: createWarmUpStart(lambda, config.workflowFunction),
    zone: config.zone,
    docsUrl: config.docsUrl,
    nowMs: Date.now,
    sleepMs: (durationMs: number) => sleep(durationMs),
    log,
  };
}
