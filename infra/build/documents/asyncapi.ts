import { eventBus } from "../../events.ts";
import { eventSchemas } from "./event-schemas.ts";
import type { JsonSchema } from "./json-schema.ts";
import { license, version } from "./schemas.ts";

/** The part of EventBridge's envelope that we read, around the data of an event. */
function busEventOf(type: string, detail: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      id: { type: "string", description: "EventBridge's id of the delivery." },
      source: {
        type: "string",
        description: "A source that the deployment allows.",
      },
      "detail-type": { const: type },
      time: {
        type: "string",
        format: "date-time",
        description: "When the event happened.",
      },
      detail,
    },
    required: ["id", "source", "detail-type", "time", "detail"],
  };
}

/** The AsyncAPI 3 document of our event bus, generated from the schemas that check the events. */
export function createAsyncApi() {
  const messages = Object.fromEntries(
    eventSchemas.map(({ type, scope, data }) => [
      type,
      {
        name: type,
        contentType: "application/json",
        summary: `The source's entry in the callers secret needs the scope ${scope}.`,
        payload: busEventOf(type, data),
      },
    ]),
  );
  const types = Object.keys(messages);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Community automation: event bus",
      version,
      description:
        "Events on the event bus of a deployment. They have the same data as the webhooks.",
      license: {
        name: license.name,
        url: "https://www.apache.org/licenses/LICENSE-2.0",
      },
    },
    defaultContentType: "application/json",
    channels: {
      bus: {
        address: eventBus.busName,
        description:
          "The event bus of the deployment. Its policy and its rules admit the sources of the setting `eventSources`.",
        messages: refsTo(types, "#/components/messages/"),
      },
    },
    operations: {
      receiveEvents: {
        action: "receive",
        summary: "Events of other systems. A refused event has no answer.",
        channel: { $ref: "#/channels/bus" },
        security: [{ $ref: "#/components/securitySchemes/aws" }],
        messages: Object.values(refsTo(types, "#/channels/bus/messages/")),
      },
    },
    components: {
      messages,
      securitySchemes: {
        aws: {
          type: "http",
          scheme: "AWS4-HMAC-SHA256",
          description: "The credentials of AWS, as `PutEvents` needs them.",
        },
      },
    },
  };
}

function refsTo(names: readonly string[], base: string) {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `${base}${name}` }]),
  );
}
