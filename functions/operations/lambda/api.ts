import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createHttpHandler } from "../../../shared/aws/http-handler.ts";
import { createStoredCallers } from "../../../shared/aws/stored-callers.ts";
import { operationsSchema, readConfig } from "../../../shared/config.ts";
import { createLifecycle } from "../../../shared/lifecycle/lifecycle.ts";
import { createLog } from "../../../shared/log.ts";
import { createOperationsApp } from "../operations.ts";

const config = readConfig(operationsSchema);
const lifecycle = createLifecycle(
  createDocumentClient(),
  config.LIFECYCLE_TABLE,
  Date.now,
);

export const handler = createHttpHandler(
  createOperationsApp({
    callers: createStoredCallers(config.CALLERS_SECRET),
    operations: lifecycle.operations,
    log: createLog("operations"),
  }),
);
