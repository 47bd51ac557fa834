import {
  type BatchGetItemCommandInput,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  type GetItemCommandInput,
  type PutItemCommandInput,
  type QueryCommandInput,
  ResourceNotFoundException,
  type ScanCommandInput,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TableDefinition } from "../../../infra/aws/deployment/tables.ts";
import {
  bytesOf,
  createDynaliteItem,
  invalid,
  type Item,
} from "./dynalite-item.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";

export type MemoryTableOptions = {
  /** How long an index lags behind a write, in milliseconds. @default not at all */
  lagMs?: () => number;
  /** Runs after each write, and when an index shows one. */
  onWrite?: () => void;
  /** Runs a function after a time. Needed with `lagMs`. */
  after?: (delayMs: number, run: () => void) => void;
};

export type MemoryTable = ReturnType<typeof createMemoryTable>;

/** The inputs of the commands that our code sends. */
type Inputs = {
  GetItemCommand: GetItemCommandInput;
  BatchGetItemCommand: BatchGetItemCommandInput;
  PutItemCommand: PutItemCommandInput;
  UpdateItemCommand: UpdateItemCommandInput;
  DeleteItemCommand: DeleteItemCommandInput;
  QueryCommand: QueryCommandInput;
  ScanCommand: ScanCommandInput;
};

/**
 * A table in memory that answers the commands of the real client as DynamoDB does, as far as our code uses them. Each
 * command is one atomic step. Dynalite reads the expressions and makes the items.
 */
export function createMemoryTable(
  definition: TableDefinition,
  { lagMs = () => 0, after, onWrite }: MemoryTableOptions = {},
) {
  const dynalite = createDynaliteItem(definition);
  const items = new Map<string, Item>();
  const indexes = new Map(
    (definition.indexes ?? []).map((one) => [one.name, createMemoryIndex(one)]),
  );
  let writes = 0;
  let largestBytes = 0;
  /** By index and item, the number of the newest write that the index shows. */
  const shown = new Map<string, number>();

  function store(id: string, item: Item | undefined): void {
    const before = items.get(id);
    if (item) items.set(id, item);
    else items.delete(id);
    if (item) largestBytes = Math.max(largestBytes, bytesOf(item));
    const write = ++writes;
    for (const [name, index] of indexes) {
      if (index.isSame(before, item)) continue;
      const delayMs = lagMs();
      const key = `${name} ${id}`;
      const show = () => {
        // The index has shown a later write of the item.
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

  function indexOf(name = ""): MemoryIndex {
    const index = indexes.get(name);
    if (index) return index;
    throw invalid(`The table has no index ${name}`);
  }

  const answers: { [C in keyof Inputs]: (input: Inputs[C]) => object } = {
    GetItemCommand({ Key }) {
      const item = items.get(idOf(Key));
      return item ? { Item: item } : {};
    },
    /** All items that are asked for, however large. */
    BatchGetItemCommand({ RequestItems = {} }) {
      const { Keys = [] } = RequestItems[definition.name] ?? {};
      const ids = Keys.map(idOf);
      if (ids.length > 100 || new Set(ids).size < ids.length)
        throw invalid("Too many keys, or one of them twice");
      const found = ids
        .map((id) => items.get(id))
        .filter((item) => item !== undefined);
      return { Responses: { [definition.name]: found } };
    },
    PutItemCommand(input) {
      const item = dynalite.check(input.Item ?? {});
      const id = idOf(item);
      dynalite.requireCondition(input, items.get(id));
      store(id, item);
      return {};
    },
    UpdateItemCommand(input) {
      const id = idOf(input.Key);
      const before = items.get(id);
      dynalite.requireCondition(input, before);
      const changed = dynalite.check(dynalite.update(input, before));
      store(id, changed);
      return input.ReturnValues === "ALL_NEW" ? { Attributes: changed } : {};
    },
    DeleteItemCommand(input) {
      const id = idOf(input.Key);
      dynalite.requireCondition(input, items.get(id));
      if (items.has(id)) store(id, undefined);
      return {};
    },
    QueryCommand(input) {
      // `shared/dynamodb/table.ts` gives the values of a query these names.
      const { ExpressionAttributeValues: values = {} } = input;
      const { items: Items, next } = indexOf(input.IndexName).query(
        values[":p"]?.S ?? "",
        {
          low: Number(values[":low"]?.N ?? -Infinity),
          high: Number(values[":high"]?.N ?? Infinity),
          limit: input.Limit,
          isForward: input.ScanIndexForward,
          after: input.ExclusiveStartKey,
        },
      );
      return { Items, ...(next && { LastEvaluatedKey: next }) };
    },
    /** All items that fit, whole and on one page. */
    ScanCommand: (input) => ({
      Items: [...items.values()].filter((item) => dynalite.fits(input, item)),
    }),
  };

  return {
    /** Answers a command of the real client. @throws the exceptions of that client */
    answer(command: Command): object {
      if (tableOf(command) !== definition.name)
        throw new ResourceNotFoundException({
          message: "Cannot do operations on a non-existent table",
          $metadata: { httpStatusCode: 400, attempts: 1 },
        });
      const { name } = command.constructor;
      const answer = answers[name as keyof Inputs] as
        ((input: object) => object) | undefined;
      if (answer) return answer(command.input);
      throw new Error(`${name} is unknown`);
    },

    /** Deletes the items whose time to live has passed. @returns how many */
    expire(nowMs: number): number {
      const { ttlAttribute } = definition;
      const expired = [...items].filter(([, item]) => {
        const seconds = item[ttlAttribute]?.N;
        return seconds !== undefined && Number(seconds) * 1_000 <= nowMs;
      });
      for (const [id] of expired) store(id, undefined);
      return expired.length;
    },

    items: (): ReadonlyMap<string, Item> => items,
    index: indexOf,
    /** How many writes took effect. */
    writes: (): number => writes,
    largestBytes: (): number => largestBytes,
  };
}

/** The name of the table of a command. */
export function tableOf({ input }: { input: object }): string | undefined {
  const { TableName, RequestItems = {} } = input as Partial<
    GetItemCommandInput & BatchGetItemCommandInput
  >;
  return TableName ?? Object.keys(RequestItems)[0];
}

function idOf(key: Item | undefined): string {
  const id = key?.["id"]?.S;
  if (id) return id;
  throw invalid("The provided key element does not match the schema");
}

/** What our code uses of the client of DynamoDB. */
export type TableClient = DynamoDBClient & DynamoDBDocumentClient;

export type Command = { constructor: { name: string }; input: object };

/** A client whose commands are sent to one of the tables. The first one refuses a command for an unknown table. */
export function createMemoryClient(
  tables: Record<string, MemoryTable>,
  send: (command: Command, table: MemoryTable) => Promise<object>,
): TableClient {
  const [first] = Object.values(tables);
  const client = {
    send: (command: Command) =>
      send(command, tables[tableOf(command) ?? ""] ?? first!),
  };
  return client as unknown as TableClient;
}
