import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { statusRelayReceiverConfig } from "../config.ts";
import { createStatusWebhook } from "../webhook.ts";
import { statusEvents } from "../event.ts";

const config = readConfig(statusRelayReceiverConfig);
const dependencies = {
  ...createReceiverDependencies(config, "status-relay-receiver"),
  maxLength: config.statusMaxLength,
  presets: config.statusPresets,
};

export const handler = createReceiverHandler(
  createStatusWebhook(dependencies),
  createEventReceiver(statusEvents(config.statusMaxLength), dependencies),
  dependencies,
);
await warmUpHttp(handler, dependencies);
