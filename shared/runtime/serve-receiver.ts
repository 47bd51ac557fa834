import { createReceiver, type ReceiverOptions } from "../webhook/receiver.ts";
import { readConfig, receiverConfig } from "./config.ts";
import { createHttpHandler } from "./http-handler.ts";
import { createReceiverDependencies } from "./receiver-dependencies.ts";
import { warmUpReceiver } from "./warm-up.ts";

/** Creates the handler of a receiver of one use case from its environment, and warms it up. */
export async function serveReceiver(
  serviceName: string,
  receiver: ReceiverOptions,
) {
  const config = readConfig(receiverConfig);
  const dependencies = createReceiverDependencies(config, serviceName);
  const app = createReceiver(receiver, dependencies);
  const handler = createHttpHandler(app, dependencies);
  await warmUpReceiver(handler, receiver, dependencies);
  return handler;
}
