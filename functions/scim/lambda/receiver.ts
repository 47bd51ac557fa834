import { connectTable } from "../../../shared/runtime/connections.ts";
import { readConfig, receiverConfig } from "../../../shared/runtime/config.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { createServiceProvider } from "../service-provider.ts";

const config = readConfig(receiverConfig);
const dependencies = createReceiverDependencies(config, "scim-receiver");
const app = createServiceProvider({
  ...dependencies,
  store: {
    ...dependencies.store,
    scimUsers: createScimUsers(
      connectTable(config.storeTable, dependencies.dynamodb),
      Date.now,
    ),
  },
});

export const handler = createHttpHandler(app, dependencies);
await warmUpHttp(
  handler,
  dependencies,
  () => dependencies.store.operations.get("nobody"),
  dependencies.warmUp.startWorkflow,
);
