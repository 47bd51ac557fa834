import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { profileUpdateReceiverConfig } from "../config.ts";
import { profileUpdateEvents } from "../event.ts";
import { createProfileWebhook } from "../webhook.ts";

const dependencies = createReceiverDependencies(
  readConfig(profileUpdateReceiverConfig),
  "profile-update-receiver",
);

export const handler = createReceiverHandler(
  createProfileWebhook(dependencies),
  createEventReceiver(profileUpdateEvents, dependencies),
  dependencies,
);
await warmUpHttp(handler, dependencies);
