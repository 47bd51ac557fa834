import { createReceiverDependencies } from "../../../shared/aws/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/aws/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/aws/warm-up.ts";
import { receiverSchema, readConfig } from "../../../shared/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { createOnboardingWebhook, onboardingEvents } from "../webhook.ts";

const dependencies = createReceiverDependencies(
  readConfig(receiverSchema),
  "onboarding-receiver",
);

export const handler = createReceiverHandler(
  createOnboardingWebhook(dependencies),
  createEventReceiver(onboardingEvents, dependencies),
);
await warmUpHttp(handler, dependencies);
