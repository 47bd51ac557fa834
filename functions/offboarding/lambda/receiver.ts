import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { offboardingReceiverConfig } from "../config.ts";
import { offboardingEvents } from "../event.ts";
import { createOffboardingWebhook } from "../webhook.ts";

const dependencies = createReceiverDependencies(
  readConfig(offboardingReceiverConfig),
  "offboarding-receiver",
);

export const handler = createReceiverHandler(
  createOffboardingWebhook(dependencies),
  createEventReceiver(offboardingEvents, dependencies),
  dependencies,
);
await warmUpHttp(handler, dependencies);
