import { createHash, timingSafeEqual } from "node:crypto";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from "@aws-sdk/lib-dynamodb";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import express from "express";
import serverless from "serverless-http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { type Hire, onboard } from "./onboard.ts";

/**
 * The alternative for the comparison: we wrote it for the benchmarks, and it is not deployed. It does the job of the
 * receivers with common packages: one Lambda, an Express app behind `serverless-http` that checks the signature and its
 * time window, the schema and the fingerprint of a repeated delivery, stores the event under a condition, and invokes
 * itself to onboard with axios.
 */
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const lambda = new LambdaClient({});
const secrets = new SecretsManagerClient({});
const table = process.env["STORE_TABLE"];

type Event = { type: string; data: unknown };

const hireSchema = z.object({
  type: z.literal("employee.hired"),
  timestamp: z.iso.datetime(),
  data: z.object({
    employeeId: z.string().min(1).max(64),
    name: z.object({ givenName: z.string(), familyName: z.string() }),
    email: z.email(),
    username: z.string().optional(),
    startDate: z.iso.date().optional(),
    title: z.string().optional(),
    department: z.string().optional(),
    tasks: z
      .array(z.object({ subject: z.string(), dueInDays: z.number().int() }))
      .optional(),
  }),
});
const leaveSchema = z.object({
  type: z.literal("employee.terminated"),
  timestamp: z.iso.datetime(),
  data: z.object({
    employeeId: z.string().min(1).max(64),
    graceDays: z.number().int().min(0).max(365).optional(),
    reason: z.string().optional(),
  }),
});
const statusSchema = z.object({
  type: z.literal("status.set"),
  timestamp: z.iso.datetime(),
  data: z.object({
    employeeId: z.string().min(1).max(64),
    text: z.string().max(140),
    expiresAt: z.iso.datetime().optional(),
  }),
});

const app = express();
app.use(express.raw({ type: "application/json", limit: "512kb" }));
app.post("/onboarding/:caller", take(hireSchema));
app.post("/offboarding/:caller", take(leaveSchema));
app.post("/status/:caller", take(statusSchema));

app.get("/operations/:id", async (request, response) => {
  const callers = await readCallers();
  const token = request.header("authorization")?.replace("Bearer ", "");
  const isKnown = Object.values(callers).some(
    ({ scheme, keys = [] }) =>
      scheme === "bearer" && keys.some((key) => isEqual(key, token ?? "")),
  );
  if (!isKnown) {
    refuse(response, 401, "unauthorized");
    return;
  }
  const { Item } = await documents.send(
    new GetCommand({
      TableName: table,
      Key: { id: `operation#${request.params.id}` },
      ConsistentRead: true,
    }),
  );
  if (Item) response.json(Item);
  else refuse(response, 404, "not-found");
});

function take(schema: z.ZodType<Event>) {
  return async (
    request: express.Request,
    response: express.Response,
  ): Promise<void> => {
    const caller = String(request.params["caller"]);
    const body = z.instanceof(Buffer).parse(request.body);
    const [key] = (await readCallers())[caller]?.keys ?? [];
    let document: unknown;
    try {
      document = new Webhook(key ?? "").verify(body, {
        "webhook-id": request.header("webhook-id") ?? "",
        "webhook-timestamp": request.header("webhook-timestamp") ?? "",
        "webhook-signature": request.header("webhook-signature") ?? "",
      });
    } catch {
      refuse(response, 401, "unauthorized");
      return;
    }
    const event = schema.safeParse(document);
    if (!event.success) {
      refuse(response, 400, "validation-error", event.error.issues);
      return;
    }
    const id = createHash("sha256")
      .update(`${caller} ${request.header("webhook-id")}`)
      .digest("hex");
    const fingerprint = createHash("sha256").update(body).digest("hex");
    const receivedAtMs = Date.now();
    try {
      await documents.send(
        new PutCommand({
          TableName: table,
          Item: {
            id,
            status: "accepted",
            caller,
            fingerprint,
            receivedAtMs,
            ...event.data,
          },
          ConditionExpression: "attribute_not_exists(id)",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item?.["fingerprint"]?.S === fingerprint)
        response.status(202).json({ id });
      else refuse(response, 422, "delivery-id-reused");
      return;
    }
    await lambda.send(
      new InvokeCommand({
        FunctionName: process.env["WORKFLOW_FUNCTION"],
        InvocationType: "Event",
        Payload: JSON.stringify(event.data.data),
      }),
    );
    log("INFO", "accepted", { id, caller, type: event.data.type });
    response.status(202).location(`/operations/${id}`).json({ id });
  };
}

const answer = serverless(app);

/** Requests of the API, and events that the app sends to itself for later work. */
export async function handler(
  event: APIGatewayProxyEventV2 | Hire,
  context: Context,
): Promise<unknown> {
  return "employeeId" in event ? onboard(event) : answer(event, context);
}

const callersSchema = z.record(
  z.string(),
  z.object({ scheme: z.string(), keys: z.array(z.string()).optional() }),
);
let callers: Promise<z.infer<typeof callersSchema>> | undefined;

/** Reads once and keeps the secrets in the memory of the sandbox. */
function readCallers(): Promise<z.infer<typeof callersSchema>> {
  callers ??= secrets
    .send(
      new GetSecretValueCommand({ SecretId: process.env["CALLERS_SECRET"] }),
    )
    .then(({ SecretString = "null" }) =>
      callersSchema.parse(JSON.parse(SecretString)),
    );
  return callers;
}

/** Compares in a time that does not depend on the first difference. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

/** Answers with a problem document (RFC 9457). */
function refuse(
  response: express.Response,
  status: number,
  type: string,
  errors?: unknown[],
): void {
  log("WARN", type, { status });
  response
    .status(status)
    .type("application/problem+json")
    .json({ type: `https://example.com/problems#${type}`, status, errors });
}

function log(level: string, message: string, fields: object): void {
  const timestamp = new Date().toISOString();
  console.log(JSON.stringify({ level, message, timestamp, ...fields }));
}
