import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";

/** The parts to which a function sends requests. */
export const services = [
  "platform",
  "dynamodb",
  "secretsManager",
  "lambda",
] as const;
export type Service = (typeof services)[number];

/**
 * A request of a function to another part. It is identified by its content and not by its number, because parallel
 * steps send their requests in a different order in each run.
 */
export type Boundary = {
  service: Service;
  /** `POST /people`, `UpdateItem employee`, `checkpoint SUCCEED create person`. */
  name: string;
  /** Which of the requests of this name, from 1. */
  nth: number;
};

export type ForwardedRequest = {
  method: string;
  /** With the query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
};

const textSchema = z.object({ S: z.string() });
const dynamoDbSchema = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  Key: z.object({ id: textSchema }).optional(),
  Item: z.object({ id: textSchema }).optional(),
  ConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).optional(),
});
const secretSchema = z.object({
  SecretId: z.string(),
  VersionStage: z.string(),
});
const checkpointSchema = z.object({
  Updates: z
    .array(
      z.object({
        Type: z.string(),
        Action: z.string(),
        Name: z.string().optional(),
      }),
    )
    .default([]),
});

/** The name of a request. A checkpoint of several changes has several names. */
export function namesOf(
  service: Service,
  request: ForwardedRequest,
): [string, ...string[]] {
  switch (service) {
    case "platform":
      return [`${request.method} ${templateOf(request.path)}`];
    case "dynamodb":
      return [dynamoDbName(request)];
    case "secretsManager": {
      const secret = secretSchema.parse(jsonOf(request));
      return [`${actionOf(request)} ${secret.SecretId} ${secret.VersionStage}`];
    }
    case "lambda":
      return lambdaNames(request);
  }
}

const warmUpCondition = "attribute_exists(id) AND attribute_not_exists(id)";

/** The path without the ids and the query, which differ from run to run. */
function templateOf(path: string): string {
  return path
    .replace(/\?.*/, "")
    .replace("/api/core/v3", "")
    .replace(/\/\d+(?=\/|$)/g, "/{id}");
}

function dynamoDbName(request: ForwardedRequest): string {
  const {
    TableName,
    IndexName,
    Key,
    Item,
    ConditionExpression,
    ExpressionAttributeNames = {},
  } = dynamoDbSchema.parse(jsonOf(request));
  const { S: id = "" } = (Item ?? Key)?.id ?? {};
  // Only functions that start use these items, and only they send the write that cannot hold.
  const kind = id.endsWith("#nobody") ? id : id.replace(/#.*/, "");
  if (ConditionExpression === warmUpCondition)
    return `${actionOf(request)} ${kind}#warm-up`;
  const item = IndexName ?? (TableName === "tokens" ? "token" : kind);
  // Progress is written while the workflow goes on: these requests come in any order.
  const names = Object.values(ExpressionAttributeNames);
  const step = names.includes("history")
    ? undefined
    : names[names.indexOf("steps") + 1];
  const isProgress = names.includes("steps") && step !== undefined;
  return `${actionOf(request)} ${item}${isProgress ? ` (${step})` : ""}`;
}

function lambdaNames(request: ForwardedRequest): [string, ...string[]] {
  const [, , collection, id = "", action] = request.path
    .replace(/\?.*/, "")
    .split("/")
    .map(decodeURIComponent);
  const isDryRun = request.headers["x-amz-invocation-type"] === "DryRun";
  if (collection === "functions")
    return [`${isDryRun ? "DryRun" : "Invoke"} ${id}`];
  if (action !== "checkpoint") return [`${request.method} execution ${action}`];
  const { Updates } = checkpointSchema.parse(jsonOf(request));
  const [first = "checkpoint", ...others] = Updates.map(
    ({ Action, Name, Type }) => `checkpoint ${Action} ${Name ?? Type}`,
  );
  return [first, ...others];
}

function actionOf({ headers }: ForwardedRequest): string {
  return String(headers["x-amz-target"]).split(".").at(-1) ?? "";
}

function jsonOf({ body }: ForwardedRequest): unknown {
  return parseJson(body.toString());
}
