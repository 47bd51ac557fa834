import { createDoorDependencies } from "../../../shared/aws/door-dependencies.ts";
import { createDoorHandler } from "../../../shared/aws/door-handler.ts";
import { primeHttp } from "../../../shared/aws/prime.ts";
import { doorSchema, readConfig } from "../../../shared/config.ts";
import { createEventDoor } from "../../../shared/webhook/event-door.ts";
import { createOnboardingDoor, onboardingEvents } from "../door.ts";

const dependencies = createDoorDependencies(
  readConfig(doorSchema),
  "onboarding-door",
);

export const handler = createDoorHandler(
  createOnboardingDoor(dependencies),
  createEventDoor(onboardingEvents, dependencies),
);
await primeHttp(handler, dependencies);
