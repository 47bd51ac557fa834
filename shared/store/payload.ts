import * as z from "zod/mini";
import { ConfigurationError } from "../configuration-error.ts";
import { eventFactsOf, type StoredEventType } from "../event-types.ts";

/** The data of an event, as our store keeps it. */
export const payloadSchema = z.object({
  /** The version of the data's form (`shared/event-types.ts`). */
  version: z.number(),
  json: z.string(),
});
export type Payload = z.infer<typeof payloadSchema>;

export function encodePayload(type: StoredEventType, data: unknown): Payload {
  return { version: versionOf(type), json: JSON.stringify(data) };
}

/**
 * @throws ConfigurationError `payload-too-new` when a newer version of this software stored it: another attempt
 *   succeeds after the next deployment; ZodError when the data does not fit the schema
 */
export function decodePayload<S extends z.ZodMiniType>(
  type: StoredEventType,
  { version, json }: Payload,
  schema: S,
): z.output<S> {
  if (version > versionOf(type))
    throw new ConfigurationError(
      "payload-too-new",
      "a newer version stored the payload of an operation: deploy that version again",
    );
  return schema.parse(JSON.parse(json));
}

function versionOf(type: StoredEventType): number {
  return eventFactsOf(type)?.version ?? 0;
}
