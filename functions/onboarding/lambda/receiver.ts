import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { onboardingReceiverConfig } from "../config.ts";
import { onboardingEvents } from "../event.ts";
import { createOnboardingWebhook } from "../webhook.ts";

const dependencies = createReceiverDependencies(
  readConfig(onboardingReceiverConfig),
  "onboarding-receiver",
);

export const handler = createReceiverHandler(
  createOnboardingWebhook(dependencies),
  createEventReceiver(onboardingEvents, dependencies),
  dependencies,
);
await warmUpHttp(handler, dependencies);
