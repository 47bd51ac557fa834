import * as z from "zod/mini";
import * as events from "../../../functions/events/contract.ts";
import * as lists from "../../../functions/lists/contract.ts";
import { noticeMessageSchema } from "../../../functions/notifications/contract.ts";
import * as operations from "../../../functions/operations/contract.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { descriptions, type JsonSchema, toJsonSchema } from "./json-schema.ts";
import { problemSchema } from "./problem-schema.ts";
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

/** The schemas of requests and answers: by the file whose comments describe the fields, and then by their names. */
const contracts: Record<string, Record<string, z.core.$ZodType>> = {
  "functions/operations/contract.ts": {
    Operation: operations.shownOperationSchema,
    OperationPage: operations.operationPageSchema,
    BulkRequest: operations.bulkBodySchema,
    BulkResult: operations.bulkResultSchema,
    VerbRequest: operations.verbBodySchema,
    Overview: operations.overviewSchema,
    Employee: operations.shownEmployeeSchema,
    EmployeePage: operations.employeePageSchema,
  },
  "functions/events/contract.ts": {
    EventPreview: events.eventPreviewSchema,
    Preview: events.previewSchema,
  },
  "functions/lists/contract.ts": {
    NewPlan: lists.newPlanSchema,
    BeginPlan: lists.beginSchema,
    DecidePlan: lists.decideSchema,
    ApprovePlan: lists.approveSchema,
    Plan: lists.shownPlanSchema,
    PlanPage: lists.planListSchema,
    PlanRows: lists.rowPageSchema,
  },
  "functions/notifications/contract.ts": { Notice: noticeMessageSchema },
  "infra/build/documents/schemas.ts": {
    AcceptedOperations: z.object({
      operations: z.array(operations.shownOperationSchema),
    }),
    Verification: z.object({ verification: z.string() }),
    /** What the gateway answers before any function. */
    TooManyRequests: z.object({ message: z.string() }),
  },
  "infra/build/documents/problem-schema.ts": { Problem: problemSchema },
};

const names = new Map(
  Object.values(contracts).flatMap((group) =>
    Object.entries(group).map(([name, schema]) => [schema, name]),
  ),
);

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

const timestampSchema = z.iso.datetime({ offset: true });
descriptions.add(timestampSchema, {
  description: "When the event happened. It may be 5 minutes ahead.",
});

/** Each type of event as its sender sends it, with the scope that the sender needs. */
export const eventSchemas: readonly {
  type: EventType;
  scope: string;
  envelope: JsonSchema;
  data: JsonSchema;
}[] = allEvents(statusMaxLength).events.map(({ type, schema: data }) => {
  const timestamp = timestampSchema;
  const envelope = z.strictObject({ type: z.literal(type), timestamp, data });
  return {
    type,
    scope: eventFactsOf(type).scope,
    envelope: toJsonSchema(envelope, files),
    data: toJsonSchema(data, files),
  };
});

/** `components.schemas` of the OpenAPI document. */
export const schemas: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    eventSchemas.map(({ type, envelope }) => [type, envelope]),
  ),
  ...Object.fromEntries(
    Object.entries(contracts).flatMap(([file, group]) =>
      Object.entries(group).map(([name, schema]) => [
        name,
        toJsonSchema(schema, [file], names),
      ]),
    ),
  ),
  Upload: { type: "string", format: "binary" },
};
