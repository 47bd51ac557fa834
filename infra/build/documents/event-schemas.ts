import { allEvents } from "../../../functions/events/event.ts";
import { eventFactsOf, type EventType } from "../../../shared/event-types.ts";
import { type JsonSchema, toJsonSchema } from "./json-schema.ts";

const files = [
  "functions/onboarding/event.ts",
  "functions/profile-update/event.ts",
  "functions/offboarding/event.ts",
  "functions/status-relay/event.ts",
  "functions/events/event.ts",
  "shared/person/person-data.ts",
  "shared/person/person-patch.ts",
];

/** The length of a status is checked after a transform, so it is in no JSON Schema. */
const statusMaxLength = Number.POSITIVE_INFINITY;

/** The data of each type of event as its sender sends it, with the scope that the sender needs. */
export const eventSchemas: readonly {
  type: EventType;
  scope: string;
  data: JsonSchema;
}[] = allEvents(statusMaxLength).events.map(({ type, schema }) => ({
  type,
  scope: eventFactsOf(type).scope,
  data: toJsonSchema(schema, files),
}));
