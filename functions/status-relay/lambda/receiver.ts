import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import {
  readConfig,
  statusRelayReceiverSchema,
} from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { createStatusWebhook } from "../webhook.ts";
import { statusEvents } from "../event.ts";

const config = readConfig(statusRelayReceiverSchema);
const dependencies = {
  ...createReceiverDependencies(config, "status-relay-receiver"),
  maxLength: config.STATUS_MAX_LENGTH,
};

export const handler = createReceiverHandler(
  createStatusWebhook(dependencies),
  createEventReceiver(statusEvents(config.STATUS_MAX_LENGTH), dependencies),
);
await warmUpHttp(handler, dependencies);
