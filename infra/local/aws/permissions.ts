import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";
import { eventBus } from "../../aws/deployment/events.ts";
import { defineGrants } from "../../aws/deployment/grants.ts";
import type { HttpAnswer, HttpRequest } from "../../pages/http-server.ts";
import { localArn } from "./arn.ts";
import { errorAnswer, targetOf } from "./aws-error.ts";

/** What a request to a service does, as IAM sees it. */
export type Asked = {
  /** Such as `dynamodb:GetItem`. */
  action: string;
  resource: string;
  /** The id of the item, if the request names one. */
  item?: string | undefined;
};

/** Whether the policies of a role allow a request. The access key of a function is the function's name. */
export type Permits = (accessKey: string, asked: Asked) => boolean;

const grants = new Map(
  Object.entries(
    defineGrants(
      {
        table: (name) => localArn("dynamodb", `table/${name}`),
        secret: (name) => localArn("secretsmanager", `secret:${name}`),
        live: (name) => localArn("lambda", `function:${name}:live`),
        executions: (name) => localArn("lambda", `function:${name}:*`),
        bus: () => localArn("events", `event-bus/${eventBus.busName}`),
      },
      { lists: true },
    ),
  ),
);

/** Allows each function what the template allows it, and everything to everybody else, who are operators and tests. */
export const localPermits: Permits = (accessKey, { action, resource, item }) =>
  grants
    .get(accessKey)
    ?.some(
      ({ actions, resources, onlyItems }) =>
        actions.includes(action) &&
        resources.some((one) => covers(one, resource)) &&
        (!onlyItems || item === undefined || onlyItems.includes(item)),
    ) ?? true;

/** Compares as IAM does, for the only wildcard that is used here: `*` at the end of a resource. */
export function covers(granted: string, resource: string): boolean {
  return granted.endsWith("*")
    ? resource.startsWith(granted.slice(0, -1))
    : resource === granted;
}

/** Wraps the handler of a service, so that it refuses what the signer of a request may not do. */
export function requirePermission<
  Request extends Pick<HttpRequest, "headers" | "body"> = HttpRequest,
>(
  answer: (request: Request) => Promise<HttpAnswer>,
  permits: Permits | undefined,
  askedOf: (request: NoInfer<Request>) => Asked,
): (request: Request) => Promise<HttpAnswer> {
  if (!permits) return answer;
  return async (request) =>
    permits(signerOf(request), askedOf(request)) ? answer(request) : denied;
}

const denied = errorAnswer(
  400,
  "AccessDeniedException",
  "The role does not allow this.",
);

function signerOf({ headers }: Pick<HttpRequest, "headers">): string {
  const [authorization = ""] = headers.get("authorization") ?? [];
  return /Credential=([^/]+)\//.exec(authorization)?.[1] ?? "unsigned";
}

type TargetRequest = Pick<HttpRequest, "headers" | "body">;

const itemSchema = z.object({ id: z.object({ S: z.string() }) }).optional();
const tableInputSchema = z.object({
  TableName: z.string().optional(),
  /** By the name of the table. */
  RequestItems: z.record(z.string(), z.unknown()).optional(),
  IndexName: z.string().optional(),
  Key: itemSchema,
  Item: itemSchema,
});
export type TableInput = z.infer<typeof tableInputSchema>;
const secretInputSchema = z.object({ SecretId: z.string() });

export function askedOfDynamoDb(request: TargetRequest): Asked {
  const [, action = ""] = targetOf(request);
  return askedOfTable(
    action,
    tableInputSchema.safeParse(inputOf(request)).data,
  );
}

/**
 * @param action - of the API, such as `GetItem`
 * @param input - the input of the action, with values in the form of DynamoDB
 */
export function askedOfTable(
  action: string,
  { TableName, RequestItems, IndexName, Key, Item }: Partial<TableInput> = {},
): Asked {
  const [name = ""] = [TableName ?? [], Object.keys(RequestItems ?? {})].flat();
  const index = IndexName === undefined ? "" : `/index/${IndexName}`;
  return {
    action: `dynamodb:${action}`,
    resource: localArn("dynamodb", `table/${name}${index}`),
    item: (Key ?? Item)?.id.S,
  };
}

export function askedOfSecretsManager(request: TargetRequest): Asked {
  const read = secretInputSchema.safeParse(inputOf(request)).data;
  return {
    action: targetOf(request).join(":"),
    resource: localArn("secretsmanager", `secret:${read?.SecretId ?? ""}`),
  };
}

export function askedOfEventBus(request: TargetRequest): Asked {
  return {
    action: `events:${targetOf(request)[1] ?? ""}`,
    resource: localArn("events", `event-bus/${eventBus.busName}`),
  };
}

export function askedOfLambda({ method, path }: HttpRequest): Asked {
  const [, , collection, id = "", verb = ""] = path
    .split("/")
    .map(decodeURIComponent);
  if (collection === "functions")
    return {
      action: "lambda:InvokeFunction",
      resource: localArn("lambda", `function:${id}`),
    };
  const actions: Record<string, string> = {
    "POST checkpoint": "CheckpointDurableExecution",
    "GET state": "GetDurableExecutionState",
    "GET ": "GetDurableExecution",
  };
  return {
    action: `lambda:${actions[`${method} ${verb}`] ?? verb}`,
    resource: id,
  };
}

function inputOf({ body }: TargetRequest): unknown {
  return parseJson(body.toString());
}
