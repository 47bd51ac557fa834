import { readConfig } from "../../../shared/runtime/config.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import { statusRelayReceiverConfig } from "../config.ts";
import { statusReceiver } from "../webhook.ts";

const config = readConfig(statusRelayReceiverConfig);
const dependencies = createReceiverDependencies(
  config,
  "status-relay-receiver",
);
const receiver = statusReceiver({
  ...dependencies,
  ...config,
  http: createHttp({ maxResponseBytes: 64 * 1024 }),
});

export const handler = createHttpHandler(
  createReceiver(receiver, dependencies),
  dependencies,
);
await warmUpReceiver(handler, receiver, dependencies);
