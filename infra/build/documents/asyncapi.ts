import { noticeSource } from "../../../functions/notifications/notice-source.ts";
import { eventBus } from "../../aws/deployment/events.ts";
import { eventSchemas, license, schemas, version } from "./schemas.ts";
import { type JsonSchema, ref } from "./json-schema.ts";
import { noticeTexts } from "./webhooks.ts";

/** An event on the bus: the fields of EventBridge's envelope that we use, around the data of the event. */
function busEventOf(
  type: string,
  source: JsonSchema,
  detail: JsonSchema,
): JsonSchema {
  return {
    type: "object",
    properties: {
      id: { type: "string", description: "EventBridge's id of the delivery." },
      source,
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

const allowedSource = {
  type: "string",
  description: "A source that the deployment allows.",
};

/** The AsyncAPI 3 document of our event bus, generated from the schemas of the events and of the notices. */
export function createAsyncApi() {
  const events = Object.fromEntries(
    // The bus carries no thin event, because its callers have no lookup.
    eventSchemas
      .filter(({ scope }) => scope !== "lookup")
      .map(({ type, scope, data }) => [
        type,
        {
          name: type,
          contentType: "application/json",
          summary: `The source's entry in the callers secret needs the scope ${scope}.`,
          payload: busEventOf(type, allowedSource, data),
        },
      ]),
  );
  const notices = Object.fromEntries(
    Object.entries(noticeTexts).map(([type, text]) => [
      type,
      {
        name: type,
        contentType: "application/json",
        summary: `${text}.`,
        payload: busEventOf(type, { const: noticeSource }, ref("Notice")),
      },
    ]),
  );
  const messages = { ...events, ...notices };
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Community automation: event bus",
      version,
      description:
        "Events on the event bus of a deployment, with the same data as the webhooks, and the notices that the deployment puts on it.",
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
        messages: refsTo(messages, "#/components/messages/"),
      },
    },
    operations: {
      receiveEvents: {
        action: "receive",
        summary: "Events of other systems. A refused event has no answer.",
        channel: { $ref: "#/channels/bus" },
        security: [{ $ref: "#/components/securitySchemes/aws" }],
        messages: Object.values(refsTo(events, "#/channels/bus/messages/")),
      },
      sendNotices: {
        action: "send",
        summary:
          "Notices of operations, persons and subscribers, each by itself. Its `id` is that of the notice.",
        channel: { $ref: "#/channels/bus" },
        security: [{ $ref: "#/components/securitySchemes/aws" }],
        messages: Object.values(refsTo(notices, "#/channels/bus/messages/")),
      },
    },
    components: {
      messages,
      schemas: { Notice: schemas["Notice"] },
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

function refsTo(messages: object, base: string) {
  return Object.fromEntries(
    Object.keys(messages).map((name) => [name, { $ref: `${base}${name}` }]),
  );
}
