import { connectTable } from "../../../shared/runtime/connections.ts";
import { createScimEraser } from "../../../shared/store/erase-scim-users.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { runWarmUps } from "../../../shared/runtime/warm-up.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { employmentWorkflowConfig } from "../config.ts";
import { createEmployment } from "../workflow.ts";

const config = readConfig(employmentWorkflowConfig);
const dependencies = createWorkflowDependencies(
  config,
  "employment-workflow",
  config.personAuth,
);

export const handler = createDurableHandler(
  createEmployment({
    ...config,
    ...dependencies,
    ...(config.scim && {
      eraseScimUsers: createScimEraser(
        connectTable(config.storeTable, dependencies.dynamodb),
      ),
    }),
  }),
  dependencies.log,
);
await runWarmUps(() => dependencies.platformAuth.warmUp());
