import { eventTypes, eventFactsOf } from "../../../shared/event-types.ts";
import { product } from "./product.ts";
import type { FunctionName } from "./function-names.ts";

/** The types of events that a source may put on the event bus, and that schedules may have. */
export const busEventTypes = eventTypes.filter(
  (type) => !eventFactsOf(type).isOnlyByHttp,
);

/** The event bus, for the deployed stack and for the local stack. */
export const eventBus = { busName: product };

/** The function that receives the events of the bus and of schedules, whatever their type. */
export const eventsFunction = "events-receiver" satisfies FunctionName;
