import {
  ConditionalCheckFailedException,
  type BatchGetItemCommandInput,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  DynamoDBServiceException,
  type GetItemCommandInput,
  type PutItemCommandInput,
  type QueryCommandInput,
  ResourceNotFoundException,
  type ScanCommandInput,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TableDefinition } from "../../../infra/aws/deployment/tables.ts";
import { type Item, sizeOf } from "./attribute-values.ts";
import {
  compileCondition,
  compileUpdate,
  InvalidRequest,
} from "./expressions.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";

export type MemoryTableOptions = {
  /** How long an index lags behind a write, in milliseconds. @default not at all */
  lagMs?: () => number;
  /** Runs after each write. */
  onWrite?: () => void;
  /** Runs a function after a time. Needed with `lagMs`. */
  after?: (delayMs: number, run: () => void) => void;
};

/** The largest item, as on AWS. */
const maxItemBytes = 400 * 1024;

export type MemoryTable = ReturnType<typeof createMemoryTable>;

type Request<I> = { TableName: string | undefined } & I;
/** The inputs of the commands that our code sends. */
export type Input = Partial<
  Request<GetItemCommandInput> &
    Request<PutItemCommandInput> &
    Request<UpdateItemCommandInput> &
    Request<DeleteItemCommandInput> &
    Request<QueryCommandInput> &
    Request<ScanCommandInput> &
    Request<BatchGetItemCommandInput>
>;

/**
 * A table in memory that answers the commands of the real client as DynamoDB does, as far as our code uses them. Each
 * command is one atomic step.
 */
export function createMemoryTable(
  definition: TableDefinition,
  { lagMs = () => 0, after, onWrite }: MemoryTableOptions = {},
) {
  const items = new Map<string, Item>();
  const indexes = new Map(
    (definition.indexes ?? []).map((one) => [one.name, createMemoryIndex(one)]),
  );
  let writes = 0;
  let largestBytes = 0;
  /** The number of the write that an index shows of an item, while others are on their way. */
  const shown = new Map<string, number>();

  function store(id: string, item: Item | undefined): void {
    const before = items.get(id);
    if (item) items.set(id, item);
    else items.delete(id);
    const write = ++writes;
    for (const [name, index] of indexes) {
      if (index.isSame(before, item)) continue;
      const delayMs = lagMs();
      const key = `${name} ${id}`;
      const show = () => {
        // The writes of one item reach an index in their order.
        if ((shown.get(key) ?? 0) > write) return;
        shown.set(key, write);
        index.show(id, item);
        onWrite?.();
      };
      if (delayMs === 0 || !after) show();
      else after(delayMs, show);
    }
    onWrite?.();
  }

  function check(item: Item): Item {
    const bytes = sizeOf(item);
    largestBytes = Math.max(largestBytes, bytes);
    if (bytes > maxItemBytes)
      throw new InvalidRequest("Item size has exceeded the maximum");
    for (const { partitionKey, sortKey } of definition.indexes ?? []) {
      const [partition, sort] = [item[partitionKey], item[sortKey]];
      if ((partition && !partition.S) || (sort && sort.N === undefined))
        throw new InvalidRequest("An index key has another type");
    }
    return item;
  }

  function requireCondition(input: Input, item: Item | undefined): void {
    const { ConditionExpression: text } = input;
    if (text === undefined) return;
    if (compileCondition(text)(item, placeholdersOf(input))) return;
    const { ReturnValuesOnConditionCheckFailure: returned } = input;
    throw new ConditionalCheckFailedException({
      message: "The conditional request failed",
      $metadata: { httpStatusCode: 400, attempts: 1 },
      ...(returned === "ALL_OLD" && item && { Item: { ...item } }),
    });
  }

  const answers: Record<string, (input: Input) => object> = {
    GetItemCommand({ Key }) {
      const item = items.get(idOf(Key));
      return item ? { Item: item } : {};
    },
    /** All of them, however large. */
    BatchGetItemCommand({ RequestItems = {} }) {
      const { Keys = [] } = RequestItems[definition.name] ?? {};
      const ids = Keys.map(idOf);
      if (ids.length > 100 || new Set(ids).size < ids.length)
        throw new InvalidRequest("Too many keys, or one of them twice");
      const found = ids
        .map((id) => items.get(id))
        .filter((item) => item !== undefined);
      return { Responses: { [definition.name]: found } };
    },
    PutItemCommand(input) {
      const item = input.Item ?? {};
      const id = idOf(item);
      requireCondition(input, items.get(id));
      store(id, check(item));
      return {};
    },
    UpdateItemCommand(input) {
      const id = idOf(input.Key);
      const before = items.get(id);
      requireCondition(input, before);
      const base = before ?? { id: { S: id } };
      const change = compileUpdate(input.UpdateExpression ?? "");
      const changed = change(base, placeholdersOf(input));
      store(id, check(changed));
      return input.ReturnValues === "ALL_NEW" ? { Attributes: changed } : {};
    },
    DeleteItemCommand(input) {
      const id = idOf(input.Key);
      requireCondition(input, items.get(id));
      if (items.has(id)) store(id, undefined);
      return {};
    },
    QueryCommand(input) {
      const index = indexes.get(input.IndexName ?? "");
      if (!index) throw new InvalidRequest("The table has no such index");
      const { ExpressionAttributeValues: values = {} } = input;
      const number = (name: string) =>
        values[name] && { value: Number(values[name].N) };
      const { items: Items, next } = index.query(values[":p"]?.S ?? "", {
        low: number(":low")?.value ?? -Infinity,
        high: number(":high")?.value ?? Infinity,
        limit: input.Limit,
        isForward: input.ScanIndexForward,
        after: input.ExclusiveStartKey,
      });
      return { Items, ...(next && { LastEvaluatedKey: next }) };
    },
    /** All items that fit, whole and on one page. */
    ScanCommand(input) {
      const { FilterExpression: text } = input;
      const fits = text === undefined ? undefined : compileCondition(text);
      const given = placeholdersOf(input);
      const all = [...items.values()];
      return { Items: fits ? all.filter((item) => fits(item, given)) : all };
    },
  };

  return {
    /**
     * Answers a command of the real client.
     *
     * @throws the exceptions of the real client
     */
    answer(command: Command): object {
      const input = command.input as Input;
      if (tableOf(command) !== definition.name)
        throw new ResourceNotFoundException({
          message: "Cannot do operations on a non-existent table",
          $metadata: { httpStatusCode: 400, attempts: 1 },
        });
      const answer = answers[command.constructor.name];
      if (!answer) throw new Error(`${command.constructor.name} is unknown`);
      try {
        return answer(input);
      } catch (error) {
        if (!(error instanceof InvalidRequest)) throw error;
        throw serviceError("ValidationException", 400, error.message);
      }
    },

    /** Deletes the items whose time to live has passed. @returns how many */
    expire(nowMs: number): number {
      const { ttlAttribute } = definition;
      const expired: string[] = [];
      for (const [id, item] of items) {
        const seconds = item[ttlAttribute]?.N;
        if (seconds !== undefined && Number(seconds) * 1_000 <= nowMs)
          expired.push(id);
      }
      for (const id of expired) store(id, undefined);
      return expired.length;
    },

    /** The items as they are now. */
    items: (): ReadonlyMap<string, Item> => items,
    index(name: string): MemoryIndex {
      const index = indexes.get(name);
      if (index) return index;
      throw new Error(`the table has no index ${name}`);
    },
    /** How many writes took effect. */
    writes: (): number => writes,
    /** The size of the largest item so far. */
    largestBytes: (): number => largestBytes,
  };
}

/** The name of the table of a command. */
export function tableOf({ input }: { input: object }): string | undefined {
  const { TableName, RequestItems = {} } = input as Input;
  return TableName ?? Object.keys(RequestItems)[0];
}

/** An exception as the client of DynamoDB makes it of an answer. */
export function serviceError(
  name: string,
  status: number,
  message: string,
): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name,
    message,
    $fault: status < 500 ? "client" : "server",
    $metadata: { httpStatusCode: status, attempts: 1 },
  });
}

function idOf(key: Item | undefined): string {
  const id = key?.["id"]?.S;
  if (id) return id;
  throw new InvalidRequest(
    "The provided key element does not match the schema",
  );
}

function placeholdersOf(input: Input) {
  return {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues ?? {},
  };
}

/** What our code uses of the client of DynamoDB. */
export type TableClient = DynamoDBClient & DynamoDBDocumentClient;

export type Command = { constructor: { name: string }; input: object };

/** A client on tables in memory. */
export function createMemoryClient(
  tables: Record<string, MemoryTable>,
  send: (command: Command, table: MemoryTable) => Promise<object> = async (
    command,
    table,
  ) => ({ ...table.answer(command), $metadata: { attempts: 1 } }),
): TableClient {
  const [first] = Object.values(tables);
  const client = {
    send(command: Command): Promise<object> {
      return send(command, tables[tableOf(command) ?? ""] ?? first!);
    },
  };
  return client as unknown as TableClient;
}
