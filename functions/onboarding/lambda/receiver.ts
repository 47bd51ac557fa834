import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { onboardingReceiverConfig } from "../config.ts";
import { warmUpEvent } from "../warm-up-event.ts";
import { createOnboardingWebhook } from "../webhook.ts";

const config = readConfig(onboardingReceiverConfig);
const dependencies = createReceiverDependencies(
  config,
  "onboarding-receiver",
  () => config.workflowFunction,
);

export const handler = createHttpHandler(
  createOnboardingWebhook(dependencies),
  dependencies,
);
await warmUpReceiver(
  handler,
  createOnboardingWebhook,
  dependencies,
  "/onboarding",
  warmUpEvent,
);
