import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { profileUpdateReceiverConfig } from "../config.ts";
import { warmUpEvent } from "../warm-up-event.ts";
import { createProfileWebhook } from "../webhook.ts";

const config = readConfig(profileUpdateReceiverConfig);
const dependencies = createReceiverDependencies(
  config,
  "profile-update-receiver",
  () => config.workflowFunction,
);

export const handler = createHttpHandler(
  createProfileWebhook(dependencies),
  dependencies,
);
await warmUpReceiver(
  handler,
  createProfileWebhook,
  dependencies,
  "/profile",
  warmUpEvent,
);
