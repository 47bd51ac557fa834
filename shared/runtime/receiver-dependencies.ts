import { setTimeout as sleep } from "node:timers/promises";
import type { IntakeConfig } from "./config.ts";
import { createTable } from "../dynamodb/table.ts";
import { createWarmUpTable } from "../dynamodb/warm-up-table.ts";
import { createIntakeStore } from "../store/intake-store.ts";
import { createLog } from "../log.ts";
import {
  createWarmUpStart,
  createStartWorkflow,
} from "../aws/start-workflow.ts";
import { createStoredCallers } from "./stored-callers.ts";
import {
  type WorkflowFunctions,
  workflowFunctionOf,
} from "../workflow/workflow-functions.ts";
import { connectDynamoDb, connectLambda } from "./connections.ts";

/** Creates the dependencies that every receiver has in common, from its configuration. */
export function createReceiverDependencies(
  config: IntakeConfig & WorkflowFunctions,
  serviceName: string,
) {
  const lambda = connectLambda();
  const dynamodb = connectDynamoDb();
  const log = createLog(serviceName);
  return {
    dynamodb,
    callers: createStoredCallers(config.callersSecret, log, {
      allowsLoopback: config.loopbackHttp,
    }),
    store: createIntakeStore(
      createTable(dynamodb, config.storeTable),
      Date.now,
    ),
    startWorkflow: createStartWorkflow(lambda, config),
    /** What a warm-up uses instead of the real parts, with their connections. */
    warmUp: {
      store: createIntakeStore(
        createWarmUpTable(dynamodb, config.storeTable),
        Date.now,
      ),
      // Every receiver of several types takes hires, and a receiver of one use case ignores the type.
      startWorkflow: createWarmUpStart(
        lambda,
        workflowFunctionOf("employee.hired", config),
      ),
    },
    zone: config.zone,
    docsUrl: config.docsUrl,
    nowMs: Date.now,
    sleepMs: (durationMs: number) => sleep(durationMs),
    log,
  };
}
