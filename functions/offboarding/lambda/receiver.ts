import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { offboardingReceiverConfig } from "../config.ts";
import { warmUpEvent } from "../warm-up-event.ts";
import { createOffboardingWebhook } from "../webhook.ts";

const config = readConfig(offboardingReceiverConfig);
const dependencies = createReceiverDependencies(
  config,
  "offboarding-receiver",
  () => config.workflowFunction,
);

export const handler = createHttpHandler(
  createOffboardingWebhook(dependencies),
  dependencies,
);
await warmUpReceiver(
  handler,
  createOffboardingWebhook,
  dependencies,
  "/offboarding",
  warmUpEvent,
);
