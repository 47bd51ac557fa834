import type { Hono } from "hono";
import {
  createDoor,
  type DoorDependencies,
} from "../../shared/webhook/door.ts";
import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { incomingLeaverSchema } from "./leaver.ts";

export const offboardingEvents: EventKinds = [
  {
    type: "employee.terminated",
    scope: "offboard",
    schema: incomingLeaverSchema,
  },
];

/** `POST /offboarding/{caller}`: takes `employee.terminated` from HR systems. */
export function createOffboardingDoor(dependencies: DoorDependencies): Hono {
  return createDoor(
    { path: "/offboarding", events: offboardingEvents },
    dependencies,
  );
}
