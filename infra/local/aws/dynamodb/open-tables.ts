import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  type Projection,
} from "@aws-sdk/client-dynamodb";
import {
  type AbstractIterator,
  AbstractKeyIterator,
  AbstractValueIterator,
} from "abstract-level";
import dynalite from "dynalite";
import { localAwsOptions } from "../../../cli/local-aws-options.ts";
import {
  type IndexDefinition,
  type TableDefinition,
  tables,
} from "../../../aws/deployment/tables.ts";
import {
  closeServer,
  type HttpAnswer,
  type HttpRequest,
  listen,
} from "../../../pages/http-server.ts";
import { repairIndexes } from "./repair-indexes.ts";

/** A request of the JSON protocol, always a POST of `/`. */
export type DynamoDbRequest = Pick<HttpRequest, "headers" | "body">;

export type OpenTables = {
  answer: (request: DynamoDbRequest) => Promise<HttpAnswer>;
  close: () => Promise<void>;
};

/**
 * Opens all tables in dynalite, and creates the missing ones. An index shows a write at once.
 *
 * @param folder - keeps the items after the process has ended. Without it, they are in memory
 */
export async function openTables(
  folder: string | undefined,
): Promise<OpenTables & { client: DynamoDBClient }> {
  closeIterators();
  if (folder !== undefined) await repairIndexes(folder);
  const server = dynalite({
    createTableMs: 0,
    ...(folder === undefined ? {} : { path: folder }),
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  const client = new DynamoDBClient(localAwsOptions(endpoint));
  await createMissingTables(client);
  return {
    client,
    answer: (request) => answerDirectly(server, request),
    close: async () => {
      client.destroy();
      await closeServer(server);
    },
  };
}

/**
 * Answers a request as the server of dynalite 4.0.0 does, without a connection: the server gets the few parts of a
 * request and of a response that it uses. A connection would cost as much time as the work itself.
 *
 * @throws Error if the server is closed
 */
async function answerDirectly(
  server: Server,
  { headers, body }: DynamoDbRequest,
): Promise<HttpAnswer> {
  if (!server.listening) throw new Error("The local DynamoDB is closed.");
  const request = Object.assign(new EventEmitter(), {
    method: "POST",
    url: "/",
    headers: Object.fromEntries(
      [...headers].map(([name, values]) => [name, values.join()]),
    ),
  });
  return new Promise((resolve) => {
    const answered: Record<string, string> = {};
    const response = {
      statusCode: 200,
      setHeader(name: string, value: string | number) {
        answered[name.toLowerCase()] = String(value);
      },
      end(text: string) {
        resolve({ status: this.statusCode, headers: answered, body: text });
      },
    };
    server.emit("request", request, response);
    request.emit("data", body);
    request.emit("end");
  });
}

/**
 * Lets dynalite 4.0.0 close its iterators. After each query and scan it calls `return()`, which generators have and the
 * iterators of abstract-level lack. An iterator that stays open keeps all items as they were when it began, so the
 * memory of a long `npm start` would grow with each query.
 */
function closeIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator])
    Object.defineProperty(prototype, "return", {
      configurable: true,
      value(this: AbstractIterator<unknown, unknown, unknown>) {
        return this.close();
      },
    });
}

async function createMissingTables(client: DynamoDBClient): Promise<void> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of Object.values(tables)) {
    if (TableNames.includes(table.name)) continue;
    await client.send(new CreateTableCommand(toCreateTableInput(table)));
    while (!(await isActive(client, table.name))) await setImmediate();
  }
}

/** dynalite answers before a new table can be used, also if `createTableMs` is 0. */
async function isActive(
  client: DynamoDBClient,
  TableName: string,
): Promise<boolean> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table?.TableStatus === "ACTIVE";
}

export function toCreateTableInput({
  name,
  partitionKey,
  indexes = [],
}: TableDefinition) {
  const strings = [partitionKey, ...indexes.map((one) => one.partitionKey)];
  const numbers = indexes.map(({ sortKey }) => sortKey);
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      ...attributeDefinitions(strings, "S"),
      ...attributeDefinitions(numbers, "N"),
    ],
    KeySchema: [{ AttributeName: partitionKey, KeyType: "HASH" }],
    // DynamoDB rejects an empty list of indexes.
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: "HASH" },
          { AttributeName: index.sortKey, KeyType: "RANGE" },
        ],
        Projection: projectionOf(index),
      })),
    }),
  } satisfies CreateTableCommandInput;
}

function projectionOf({ projected = [] }: IndexDefinition): Projection {
  return projected.length > 0
    ? { ProjectionType: "INCLUDE", NonKeyAttributes: [...projected] }
    : { ProjectionType: "KEYS_ONLY" };
}

/** Defines each attribute once, because DynamoDB rejects duplicates and indexes may share an attribute. */
function attributeDefinitions(
  names: readonly string[],
  AttributeType: "S" | "N",
) {
  return [...new Set(names)].map((AttributeName) => ({
    AttributeName,
    AttributeType,
  }));
}
