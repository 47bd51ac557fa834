import { createDoorDependencies } from "../../../shared/aws/door-dependencies.ts";
import { createDoorHandler } from "../../../shared/aws/door-handler.ts";
import { primeHttp } from "../../../shared/aws/prime.ts";
import { doorSchema, readConfig } from "../../../shared/config.ts";
import { createEventDoor } from "../../../shared/webhook/event-door.ts";
import { createOffboardingDoor, offboardingEvents } from "../door.ts";

const dependencies = createDoorDependencies(
  readConfig(doorSchema),
  "offboarding-door",
);

export const handler = createDoorHandler(
  createOffboardingDoor(dependencies),
  createEventDoor(offboardingEvents, dependencies),
);
await primeHttp(handler, dependencies);
