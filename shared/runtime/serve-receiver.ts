import { createReceiver, type ReceiverOptions } from "../webhook/receiver.ts";
import { readConfig, receiverConfig } from "./config.ts";
import { createHttpHandler } from "./http-handler.ts";
import {
  createReceiverDependencies,
  type StoredReceiverDependencies,
} from "./receiver-dependencies.ts";
import { warmUpReceiver } from "./warm-up.ts";
import type { WarmUpEvent } from "./warm-up-event.ts";

/** Creates the handler of a receiver of one use case from its environment, and warms it up. */
export async function serveReceiver(
  serviceName: string,
  receiver: ReceiverOptions,
  warmUpEvent: WarmUpEvent,
) {
  const config = readConfig(receiverConfig);
  const dependencies = createReceiverDependencies(
    config,
    serviceName,
    () => config.workflowFunction,
  );
  const createApp = (parts: StoredReceiverDependencies) =>
    createReceiver(receiver, parts);
  const handler = createHttpHandler(createApp(dependencies), dependencies);
  await warmUpReceiver(
    handler,
    createApp,
    dependencies,
    receiver.path,
    warmUpEvent,
  );
  return handler;
}
