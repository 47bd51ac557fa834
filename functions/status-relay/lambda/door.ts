import { createDoorDependencies } from "../../../shared/aws/door-dependencies.ts";
import { createDoorHandler } from "../../../shared/aws/door-handler.ts";
import { primeHttp } from "../../../shared/aws/prime.ts";
import { readConfig, statusRelayDoorSchema } from "../../../shared/config.ts";
import { createEventDoor } from "../../../shared/webhook/event-door.ts";
import { createStatusDoor } from "../door.ts";
import { statusEvents } from "../status.ts";

const config = readConfig(statusRelayDoorSchema);
const dependencies = {
  ...createDoorDependencies(config, "status-relay-door"),
  maxLength: config.STATUS_MAX_LENGTH,
};

export const handler = createDoorHandler(
  createStatusDoor(dependencies),
  createEventDoor(statusEvents(config.STATUS_MAX_LENGTH), dependencies),
);
await primeHttp(handler, dependencies);
