import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { onboardingReceiverConfig } from "../config.ts";
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
await warmUpHttp(handler, dependencies);
