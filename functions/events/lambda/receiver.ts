import { readConfig } from "../../../shared/runtime/config.ts";
import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { eventsReceiverConfig } from "../config.ts";
import { useCaseEvents } from "../event.ts";
// A hire shares most of its code with all other events.
import { warmUpEvent } from "../../onboarding/warm-up-event.ts";
import { createEventsWebhook } from "../webhook.ts";

const config = readConfig(eventsReceiverConfig);
const dependencies = {
  ...createReceiverDependencies(config, "events-receiver", (type) =>
    workflowFunctionOf(type, config),
  ),
  statusMaxLength: config.statusMaxLength,
};

export const handler = createReceiverHandler(
  createEventsWebhook(dependencies),
  // A thin event needs a lookup, which only the entry of a sender over HTTP can have.
  createEventReceiver(
    useCaseEvents(dependencies.statusMaxLength),
    dependencies,
  ),
  dependencies,
);
await warmUpReceiver(
  handler,
  createEventsWebhook,
  dependencies,
  "/events",
  warmUpEvent,
);
