import { product } from "./product.ts";
import type { FunctionName } from "./function-names.ts";

/** The types of events that the event bus and schedules deliver. */
export const eventTypes = [
  "employee.hired",
  "employee.adopted",
  "employee.terminated",
  "employee.termination_cancelled",
  "employee.suspended",
  "employee.resumed",
  "employee.changed",
  "status.set",
] as const;

/** The event bus, for the deployed stack and for the local stack. */
export const eventBus = {
  busName: product,
  /** The values of EventBridge's `detail-type`, which is the `type` of our envelope. */
  types: eventTypes,
};

/** The function that receives the events of the bus and of schedules, whatever their type. */
export const eventsFunction = "events-receiver" satisfies FunctionName;
