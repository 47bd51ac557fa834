import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { statusRelayReceiverConfig } from "../config.ts";
import { warmUpEvent } from "../warm-up-event.ts";
import { createStatusWebhook } from "../webhook.ts";

const config = readConfig(statusRelayReceiverConfig);
const dependencies = {
  ...createReceiverDependencies(
    config,
    "status-relay-receiver",
    () => config.workflowFunction,
  ),
  statusMaxLength: config.statusMaxLength,
  statusPresets: config.statusPresets,
};

export const handler = createHttpHandler(
  createStatusWebhook(dependencies),
  dependencies,
);
await warmUpReceiver(
  handler,
  createStatusWebhook,
  dependencies,
  "/status",
  warmUpEvent,
);
