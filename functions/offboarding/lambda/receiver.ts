import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { receiverSchema, readConfig } from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { offboardingEvents } from "../event.ts";
import { createOffboardingWebhook } from "../webhook.ts";

const dependencies = createReceiverDependencies(
  readConfig(receiverSchema),
  "offboarding-receiver",
);

export const handler = createReceiverHandler(
  createOffboardingWebhook(dependencies),
  createEventReceiver(offboardingEvents, dependencies),
);
await warmUpHttp(handler, dependencies);
