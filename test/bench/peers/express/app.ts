import { createHash } from "node:crypto";
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
import express from "express";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { readCallers } from "./secrets.ts";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const lambda = new LambdaClient({});
const table = process.env["STORE_TABLE"];

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

export const app = express();
app.use(express.raw({ type: "application/json", limit: "512kb" }));
app.post("/onboarding/:caller", take(hireSchema));
app.post("/offboarding/:caller", take(leaveSchema));
app.post("/status/:caller", take(statusSchema));

app.get("/operations/:id", async (request, response) => {
  const callers = await readCallers();
  const token = request.header("authorization")?.replace("Bearer ", "");
  const isKnown = Object.values(callers).some(
    ({ scheme, keys }) => scheme === "bearer" && keys?.includes(token ?? ""),
  );
  if (!isKnown) {
    response.status(401).json({ error: "unauthorized" });
    return;
  }
  const { Item } = await documents.send(
    new GetCommand({
      TableName: table,
      Key: { id: `operation#${request.params.id}` },
      ConsistentRead: true,
    }),
  );
  response.status(Item ? 200 : 404).json(Item ?? { error: "not found" });
});

function take(schema: z.ZodType<{ type: string; data: unknown }>) {
  return async (
    request: express.Request,
    response: express.Response,
  ): Promise<void> => {
    const { caller = "" } = request.params;
    const body = z.instanceof(Buffer).parse(request.body).toString();
    const [key] = (await readCallers())[String(caller)]?.keys ?? [];
    try {
      new Webhook(key ?? "").verify(body, {
        "webhook-id": request.header("webhook-id") ?? "",
        "webhook-timestamp": request.header("webhook-timestamp") ?? "",
        "webhook-signature": request.header("webhook-signature") ?? "",
      });
    } catch {
      response.status(401).json({ error: "unauthorized" });
      return;
    }
    const event = schema.safeParse(JSON.parse(body));
    if (!event.success) {
      response.status(400).json({ error: event.error.issues });
      return;
    }
    const id = createHash("sha256")
      .update(`${String(caller)} ${request.header("webhook-id")}`)
      .digest("hex");
    try {
      await documents.send(
        new PutCommand({
          TableName: table,
          Item: { id, status: "accepted", ...event.data },
          ConditionExpression: "attribute_not_exists(id)",
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      response.status(202).json({ id });
      return;
    }
    await lambda.send(
      new InvokeCommand({
        FunctionName: process.env["WORKFLOW_FUNCTION"],
        InvocationType: "Event",
        Payload: JSON.stringify(event.data.data),
      }),
    );
    response.status(202).location(`/operations/${id}`).json({ id });
  };
}
