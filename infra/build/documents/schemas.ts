import * as z from "zod/mini";
import * as events from "../../../functions/events/contract.ts";
import * as lists from "../../../functions/lists/contract.ts";
import * as operations from "../../../functions/operations/contract.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonSchema, ref, toJsonSchema } from "./json-schema.ts";
import { notice } from "./webhooks.ts";
import { allEvents } from "../../../functions/events/event.ts";
import { eventFactsOf, type EventType } from "../../../shared/event-types.ts";

const packageSchema = z.object({ version: z.string(), license: z.string() });
const described = packageSchema.parse(
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
  ),
);
export const { version } = described;
export const license = {
  name: described.license,
  identifier: described.license,
};

const ofOperations = ["functions/operations/contract.ts"];

const ofLists = ["functions/lists/contract.ts"];

const operation = toJsonSchema(operations.shownOperationSchema, ofOperations);
const eventPreview = toJsonSchema(events.eventPreviewSchema, [
  "functions/events/contract.ts",
]);

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

function envelopeOf(type: string, data: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      type: { const: type },
      timestamp: {
        type: "string",
        format: "date-time",
        description: "When the event happened. It may be 5 minutes ahead.",
      },
      data,
    },
    required: ["type", "timestamp", "data"],
    additionalProperties: false,
  };
}

const problem: JsonSchema = {
  type: "object",
  description: "A refusal (RFC 9457).",
  properties: {
    type: {
      type: "string",
      format: "uri",
      description:
        "A link to the section of the problem. Compare the part after `#`.",
    },
    title: { type: "string" },
    status: { type: "integer" },
    detail: {
      type: "string",
      description: "The details of this case, and what to do.",
    },
    errors: {
      type: "array",
      description: "Each wrong field, never with its value.",
      items: {
        type: "object",
        properties: {
          pointer: {
            type: "string",
            description: "A JSON Pointer as a URI fragment (RFC 6901).",
          },
          detail: { type: "string", description: "What is expected." },
        },
        required: ["pointer", "detail"],
      },
    },
    operations: {
      type: "array",
      description:
        "What was accepted, if only some events of a request are refused.",
      items: ref("Operation"),
    },
    events: {
      type: "array",
      description:
        "The previews of the valid events, if only some events are refused.",
      items: ref("EventPreview"),
    },
  },
  required: ["type", "title", "status"],
};

/** `components.schemas` of the OpenAPI document. */
export const schemas: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    eventSchemas.map(({ type, data }) => [type, envelopeOf(type, data)]),
  ),
  Operation: operation,
  AcceptedOperations: listOf("operations", "Operation"),
  OperationPage: pageOf("operations", "Operation"),
  BulkRequest: toJsonSchema(operations.bulkBodySchema, ofOperations),
  BulkResult: toJsonSchema(operations.bulkResultSchema, ofOperations),
  VerbRequest: toJsonSchema(operations.verbBodySchema, ofOperations),
  Overview: toJsonSchema(operations.overviewSchema, ofOperations),
  Employee: withItems(
    toJsonSchema(operations.shownEmployeeSchema, ofOperations),
    "operations",
    "Operation",
  ),
  EmployeePage: toJsonSchema(operations.employeePageSchema, ofOperations),
  EventPreview: eventPreview,
  Preview: withItems(
    toJsonSchema(events.previewSchema, ["functions/events/contract.ts"]),
    "events",
    "EventPreview",
  ),
  NewPlan: toJsonSchema(lists.newPlanSchema, ofLists),
  BeginPlan: toJsonSchema(lists.beginSchema, ofLists),
  DecidePlan: toJsonSchema(lists.decideSchema, ofLists),
  ApprovePlan: toJsonSchema(lists.approveSchema, ofLists),
  Plan: toJsonSchema(lists.shownPlanSchema, ofLists),
  PlanPage: withItems(
    toJsonSchema(lists.planListSchema, ofLists),
    "plans",
    "Plan",
  ),
  PlanRows: toJsonSchema(lists.rowPageSchema, ofLists),
  Upload: { type: "string", format: "binary" },
  Notice: notice,
  Verification: textOf("verification"),
  /** What the gateway answers before any function. */
  TooManyRequests: textOf("message"),
  Problem: problem,
};

function textOf(name: string): JsonSchema {
  return {
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  };
}

function listOf(name: string, item: string): JsonSchema {
  return {
    type: "object",
    properties: { [name]: { type: "array", items: ref(item) } },
    required: [name],
  };
}

function pageOf(name: string, item: string): JsonSchema {
  const list = listOf(name, item);
  const next = "The `cursor` of the next page. Absent on the last page.";
  const at = "When the API began to read the page.";
  return {
    ...list,
    properties: {
      at: { type: "string", format: "date-time", description: at },
      ...list.properties,
      next: { type: "string", description: next },
    },
    required: ["at", name],
  };
}

/** The schema, whose list refers to its items by their name. */
function withItems(schema: JsonSchema, list: string, item: string): JsonSchema {
  return {
    ...schema,
    properties: {
      ...schema.properties,
      [list]: { ...schema.properties?.[list], items: ref(item) },
    },
  };
}
