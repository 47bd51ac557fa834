import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";

/** The parts that a function talks to. */
export const services = [
  "platform",
  "dynamodb",
  "secretsManager",
  "lambda",
] as const;
export type Service = (typeof services)[number];

/**
 * A request from a function to the outside world, by what it says and not by its number: steps that run side by side
 * change places from one run to the next.
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

/** What a request is called; several names for a checkpoint of several changes. */
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

/** Without what differs from run to run: ids and the query. */
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
    ExpressionAttributeNames = {},
  } = dynamoDbSchema.parse(jsonOf(request));
  const { S: id = "" } = (Item ?? Key)?.id ?? {};
  // Asked for by functions that start, and by no others.
  const kind = id.endsWith("#nobody") ? id : id.replace(/#.*/, "");
  const item = IndexName ?? (TableName === "tokens" ? "token" : kind);
  // Progress is written while the story goes on, so these meet in any order.
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
