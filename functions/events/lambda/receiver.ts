import { readConfig } from "../../../shared/runtime/config.ts";
import { createReceiverDependencies } from "../../../shared/runtime/receiver-dependencies.ts";
import { createReceiverHandler } from "../../../shared/runtime/http-handler.ts";
import { warmUpReceiver } from "../../../shared/runtime/warm-up.ts";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import { eventsReceiverConfig } from "../config.ts";
import { allEvents, useCaseEvents } from "../event.ts";

const config = readConfig(eventsReceiverConfig);
const dependencies = createReceiverDependencies(config, "events-receiver");
const receiver = allEvents(config.statusMaxLength);

export const handler = createReceiverHandler(
  createReceiver(receiver, dependencies),
  // A thin event needs a lookup, which only the entry of a sender over HTTP can have.
  createEventReceiver(useCaseEvents(config.statusMaxLength), dependencies),
  dependencies,
);
await warmUpReceiver(handler, receiver, dependencies);
