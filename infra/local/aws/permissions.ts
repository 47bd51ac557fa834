import * as z from "zod";
import { eventBus } from "../../aws/deployment/events.ts";
import { defineGrants } from "../../aws/deployment/grants.ts";
import { localArn } from "./arn.ts";

/** What a request to a service does, as IAM sees it. */
export type Asked = {
  action: string;
  resource: string;
  /** The id of the item, if the request names one. */
  item?: string | undefined;
};

/** Whether the policies of a role allow a request. The access key of a function is the function's name. */
export type Permits = (accessKey: string, asked: Asked) => boolean;

/** What the template allows each function, by the ARNs of this machine. */
export const localGrants = new Map(
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

/** Allows each function what the template allows it. Operators and tests, with other access keys, may do everything. */
export const localPermits: Permits = (accessKey, { action, resource, item }) =>
  localGrants
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

const itemSchema = z.object({ id: z.object({ S: z.string() }) }).optional();
export const tableInputSchema = z.object({
  TableName: z.string().optional(),
  /** By the name of the table. */
  RequestItems: z.record(z.string(), z.unknown()).optional(),
  IndexName: z.string().optional(),
  Key: itemSchema,
  Item: itemSchema,
});
export type TableInput = z.infer<typeof tableInputSchema>;

/**
 * What a request to DynamoDB asks for.
 *
 * @param action - of the API, such as `GetItem`
 * @param input - the input of the action, with values in the form of DynamoDB
 */
export function askedOfTable(
  action: string,
  { TableName, RequestItems, IndexName, Key, Item }: Partial<TableInput> = {},
): Asked {
  const name = TableName ?? Object.keys(RequestItems ?? {})[0] ?? "";
  const index = IndexName === undefined ? "" : `/index/${IndexName}`;
  return {
    action: `dynamodb:${action}`,
    resource: localArn("dynamodb", `table/${name}${index}`),
    item: (Key ?? Item)?.id.S,
  };
}
