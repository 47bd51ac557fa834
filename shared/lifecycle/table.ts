import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";

/** The attributes of an update; a dot leads into a map: `steps.create person`. */
type Update = {
  set: Record<string, unknown>;
  remove?: readonly string[];
  /** Attributes that must have these values, else nothing is written. */
  where: Record<string, string | number>;
};

/** The lifecycle table: single-item reads and conditional writes, nothing else. */
export type Table = ReturnType<typeof createTable>;

export function createTable(client: DynamoDBDocumentClient, name: string) {
  return {
    /** Consistent. Resolves to undefined when there is no such item; throws when the item does not fit the schema. */
    async get<S extends z.ZodMiniType>(
      id: string,
      schema: S,
    ): Promise<z.output<S> | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName: name, Key: { id }, ConsistentRead: true }),
      );
      return Item === undefined ? undefined : schema.parse(Item);
    },

    /** Resolves to false when an item with this id exists already, which then stays as it is. */
    putIfAbsent(item: { id: string } & Record<string, unknown>) {
      return unlessConditionFails(
        client.send(
          new PutCommand({
            TableName: name,
            Item: item,
            ConditionExpression: "attribute_not_exists(id)",
          }),
        ),
      );
    },

    /** Resolves to false when the item does not exist or does not have the values of `where`. */
    update(id: string, { set, remove = [], where }: Update) {
      const names = new Map<string, string>();
      const values = new Map<string, unknown>();
      const nameOf = (path: string) =>
        path
          .split(".")
          .map((part) => placeholder(names, "#n", part))
          .join(".");
      const assign = ([path, value]: [string, unknown]) =>
        `${nameOf(path)} = ${placeholder(values, ":v", value)}`;

      const sets = Object.entries(set).filter(([, v]) => v !== undefined);
      const removes = remove.map(nameOf).join(", ");
      return unlessConditionFails(
        client.send(
          new UpdateCommand({
            TableName: name,
            Key: { id },
            UpdateExpression:
              `SET ${sets.map(assign).join(", ")}` +
              (removes && ` REMOVE ${removes}`),
            ConditionExpression: [
              "attribute_exists(id)",
              ...Object.entries(where).map(assign),
            ].join(" AND "),
            ExpressionAttributeNames: Object.fromEntries(names),
            ExpressionAttributeValues: Object.fromEntries(values),
          }),
        ),
      );
    },

    async delete(id: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: name, Key: { id } }));
    },
  };
}

/** When DynamoDB may sweep an item. Only housekeeping: what counts is compared in code. */
export function sweepAt(expiresAtMs: number): { expiresAtSeconds: number } {
  return { expiresAtSeconds: Math.ceil(expiresAtMs / 1000) };
}

function placeholder<V>(
  known: Map<string, V>,
  prefix: string,
  value: V,
): string {
  const key = `${prefix}${known.size}`;
  known.set(key, value);
  return key;
}

async function unlessConditionFails(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
