import { createHash } from "node:crypto";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import axios from "axios";
import express from "express";
import serverless from "serverless-http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";

/**
 * The alternative for the comparison: we wrote it for the benchmarks, and it is not deployed. It does the job of
 * `onboarding-receiver` with common packages: an Express app behind `serverless-http` that checks the signature and its
 * time window, the schema and the fingerprint of a repeated delivery, stores the event under a condition, and invokes
 * itself to create the person with axios.
 */
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const lambda = new LambdaClient({});
const secrets = new SecretsManagerClient({});
const platform = axios.create({
  baseURL: process.env["BASE_URL"] ?? "",
  timeout: 10_000,
});

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
type Hire = z.infer<typeof hireSchema>["data"];

const app = express();
app.use(express.raw({ type: "application/json", limit: "512kb" }));
app.post("/onboarding/:caller", async (request, response) => {
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
  const event = hireSchema.safeParse(document);
  if (!event.success) {
    refuse(response, 400, "validation-error", event.error.issues);
    return;
  }
  const id = createHash("sha256")
    .update(`${caller} ${request.header("webhook-id")}`)
    .digest("hex");
  const fingerprint = createHash("sha256").update(body).digest("hex");
  const receivedAtMs = Date.now();
  const received = { id, status: "accepted", caller, fingerprint };
  try {
    await documents.send(
      new PutCommand({
        TableName: process.env["STORE_TABLE"],
        Item: { ...received, receivedAtMs, ...event.data },
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
});

const answer = serverless(app);

/** Requests of the API, and events that the app sends to itself (WORKFLOW_FUNCTION) for later work. */
export async function handler(
  event: APIGatewayProxyEventV2 | Hire,
  context: Context,
): Promise<unknown> {
  return "employeeId" in event ? onboard(event) : answer(event, context);
}

/** Logs in and creates the person. No benchmark runs it: it is here for what a start loads. */
async function onboard(hire: Hire): Promise<string> {
  const env = (name: string) => process.env[name] ?? "";
  const login = await platform.post(
    "/login",
    `grant_type=password&username=${env("USERNAME")}&password=${env("PASSWORD")}&scope=PRODUCTION`,
    {
      auth: { username: env("CONSUMER_KEY"), password: env("CONSUMER_SECRET") },
    },
  );
  const { access_token } = z
    .object({ access_token: z.string() })
    .parse(login.data);
  const { name, email, username } = hire;
  const password = `Welcome-${hire.employeeId}-2026`;
  const created = await platform.post(
    "/api/core/v3/people",
    {
      name,
      emails: [{ value: email, type: "work", primary: true }],
      svc: { username, password, enabled: true, visible: true },
    },
    { headers: { authorization: `Bearer ${access_token}` } },
  );
  return z.object({ id: z.string() }).parse(created.data).id;
}

const callersSchema = z.record(
  z.string(),
  z.object({ keys: z.array(z.string()).optional() }),
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
