import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type * as z from "zod/mini";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  toAttributes,
  conditionsOf,
  expressionsOf,
  type Update,
  type Where,
} from "./expressions.ts";

/** Items by a value of a partition attribute, in the order of the sort attribute. */
type IndexQuery = {
  index: string;
  partition: [attribute: string, value: string];
  /** Only items whose sort attribute is not lower than the first number and not higher than the second. */
  between?: [attribute: string, low: number, high: number];
  /** @default no limit */
  limit?: number;
  newestFirst?: boolean;
};

/** Where a page of an index ended, so that the next page begins there. */
export type Cursor = Record<string, unknown>;

/** A part of what an index lists. Without `next`, it is the last one. A page with `next` may be empty. */
export type TablePage<T> = { entries: T[]; next?: Cursor };

/** The result of a conditional write, and the item as it is now: as written, or as it was when the condition failed. */
export type ConditionalWrite<T> =
  { applied: true; item: T } | { applied: false; item: T | undefined };

/** One table: reads and conditional writes of single items, and lists by index. */
export type Table = ReturnType<typeof createTable>;

export function createTable(client: DynamoDBClient, name: string) {
  async function write(
    id: string,
    update: Update,
    returned?: Pick<
      UpdateItemCommandInput,
      "ReturnValues" | "ReturnValuesOnConditionCheckFailure"
    >,
  ): Promise<Record<string, AttributeValue>> {
    const { Attributes = {} } = await client.send(
      new UpdateItemCommand({
        TableName: name,
        Key: keyOf(id),
        ...returned,
        ...expressionsOf(update),
      }),
    );
    return Attributes;
  }

  /** A consistent read. Undefined if there is no item. Throws if the item does not fit the schema. */
  async function get<S extends z.ZodMiniType>(
    id: string,
    schema: S,
  ): Promise<z.output<S> | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: name,
        Key: keyOf(id),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : schema.parse(unmarshall(Item));
  }

  /** One page of what an index lists. The entries are the keys of the items, and what the index projects. */
  async function page<S extends z.ZodMiniType>(
    {
      index,
      partition: [partition, value],
      between,
      limit,
      newestFirst = false,
    }: IndexQuery,
    schema: S,
    from?: Cursor,
  ): Promise<TablePage<z.output<S>>> {
    const { Items = [], LastEvaluatedKey: next } = await client.send(
      new QueryCommand({
        TableName: name,
        IndexName: index,
        KeyConditionExpression: `#p = :p${between ? " AND #s BETWEEN :low AND :high" : ""}`,
        ExpressionAttributeNames: {
          "#p": partition,
          ...(between && { "#s": between[0] }),
        },
        ExpressionAttributeValues: toAttributes({
          ":p": value,
          ...(between && { ":low": between[1], ":high": between[2] }),
        }),
        ScanIndexForward: !newestFirst,
        ExclusiveStartKey: from && toAttributes(from),
        Limit: limit,
      }),
    );
    return {
      entries: Items.map((item) => schema.parse(unmarshall(item))),
      ...(next && { next: unmarshall(next) }),
    };
  }

  return {
    get,

    /** A page may be a moment old, so every change that follows must be a conditional write. */
    page,

    /** False if an item with this id exists. That item stays as it is. */
    putIfAbsent: (item: { id: string } & Record<string, unknown>) =>
      unlessConditionFails(
        client.send(
          new PutItemCommand({
            TableName: name,
            Item: toAttributes(item),
            ConditionExpression: "attribute_not_exists(id)",
          }),
        ),
      ),

    /** Writes the item, and replaces an existing one. */
    async put(item: { id: string } & Record<string, unknown>): Promise<void> {
      await client.send(
        new PutItemCommand({ TableName: name, Item: toAttributes(item) }),
      );
    },

    /** False if the item does not exist, or `where` is not true. */
    update: (id: string, update: Update): Promise<boolean> =>
      unlessConditionFails(write(id, update)),

    /**
     * Like `update`, but resolves to the item too, also when nothing was written. DynamoDB sends that item with the
     * failed condition. The embedded database does not send it, so it is read then.
     *
     * @param isDone - recognises this change in an item. The SDK repeats a request whose answer was lost, and its
     *   condition fails if the first one took effect
     */
    async updateOrRead<S extends z.ZodMiniType>(
      id: string,
      update: Update,
      schema: S,
      isDone: (item: z.output<S>) => boolean = () => false,
    ): Promise<ConditionalWrite<z.output<S>>> {
      try {
        const item = await write(id, update, {
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        });
        return { applied: true, item: schema.parse(unmarshall(item)) };
      } catch (error) {
        // Intentionally never the `cause` of another error: this error contains the item.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const item = error.Item
          ? schema.parse(unmarshall(error.Item))
          : await get(id, schema);
        const { attempts = 1 } = error.$metadata;
        return item !== undefined && attempts > 1 && isDone(item)
          ? { applied: true, item }
          : { applied: false, item };
      }
    },

    /** False if `where` is not true. Deleting an absent item is harmless. */
    delete(id: string, where: Where = {}): Promise<boolean> {
      const { conditions, used } = conditionsOf(where);
      return unlessConditionFails(
        client.send(
          new DeleteItemCommand({
            TableName: name,
            Key: keyOf(id),
            ...(conditions.length > 0 && {
              // AND binds tighter than OR. DynamoDB refuses redundant parentheses around a single condition.
              ConditionExpression: `attribute_not_exists(id) OR ${conditions.join(" AND ")}`,
              ...used(),
            }),
          }),
        ),
      );
    },

    /** Everything that an index lists, page by page, up to a limit. If there is more, these are `limit` entries. */
    async all<S extends z.ZodMiniType>(
      { limit = Number.POSITIVE_INFINITY, ...query }: IndexQuery,
      schema: S,
      from?: Cursor,
    ): Promise<{ entries: z.output<S>[]; isAtLeast: boolean }> {
      const entries: z.output<S>[] = [];
      do {
        const rest = limit - entries.length;
        const found = await page(
          Number.isFinite(rest) ? { ...query, limit: rest } : query,
          schema,
          from,
        );
        entries.push(...found.entries);
        from = found.next;
      } while (from !== undefined && entries.length < limit);
      return { entries, isAtLeast: from !== undefined };
    },
  };
}

/** When DynamoDB may sweep an item. It is only housekeeping: code compares the times that matter. */
export function sweepAt(expiresAtMs: number): { expiresAtSeconds: number } {
  return { expiresAtSeconds: Math.ceil(expiresAtMs / 1000) };
}

function keyOf(id: string): Record<string, AttributeValue> {
  return { id: { S: id } };
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
