import { setImmediate } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  type Projection,
} from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { localAwsOptions } from "../../../cli/local-aws-options.ts";
import type {
  IndexDefinition,
  TableDefinition,
} from "../../../aws/deployment/tables.ts";
import {
  closeServer,
  type HttpAnswer,
  jsonAnswer,
  listen,
  startHttpServer,
} from "../../../pages/http-server.ts";
import {
  dynamoDbFaultAnswers,
  failSometimes,
  type AwsFaults,
} from "../aws-faults.ts";
import {
  askedOfDynamoDb,
  type Permits,
  requirePermission,
} from "../permissions.ts";
import {
  answerDirectly,
  type DynamoDbRequest,
  maxBodyBytes,
  closeIterators,
} from "./answer-directly.ts";
import { repairIndexes } from "./repair-indexes.ts";
import { type IndexLag, startLaggingIndexes } from "./start-lagging-indexes.ts";

export type DynamoDbOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** Folder that keeps the items after the process has ended. @default none: the items are in memory */
  folder?: string | undefined;
  tables: readonly TableDefinition[];
  /** Lets the indexes lag behind the items, as on AWS. @default none: an index shows a write at once */
  indexLag?: IndexLag | undefined;
  /** Throttles and loses answers. @default never */
  awsFaults?: AwsFaults | undefined;
  /** Which requests IAM allows. @default all */
  permits?: Permits | undefined;
};

export type LocalDynamoDb = {
  endpoint: string;
  /** Answers a request of this process as the endpoint does, without a connection. */
  answer: (request: DynamoDbRequest) => Promise<HttpAnswer>;
  close: () => Promise<void>;
};

/** Each index partition of AWS has three copies. Two are enough for a query that shows less than an earlier one. */
const replicaCount = 2;

/**
 * Starts DynamoDB (dynalite) on loopback and creates the missing tables.
 *
 * It is kinder than AWS in three ways: every read shows a write immediately, and without `indexLag` so does every
 * index; without `awsFaults` no request is throttled and no answer is lost; and without `permits` any credentials are
 * accepted. It has no transactions. An expired item stays until it is overwritten, or until `deleteExpired` deletes
 * it.
 */
export async function startDynamoDb({
  port = 0,
  awsFaults,
  permits,
  ...options
}: DynamoDbOptions): Promise<LocalDynamoDb> {
  if (!awsFaults && !permits)
    return startFaultlessDynamoDb({ port, ...options });
  const database = await startFaultlessDynamoDb(options);
  const answer = requirePermission(
    failSometimes(database.answer, awsFaults, dynamoDbFaultAnswers),
    permits,
    askedOfDynamoDb,
  );
  const front = await startHttpServer({
    port,
    maxBodyBytes,
    tooLarge: jsonAnswer(413, {}),
    answer,
  });
  return {
    endpoint: front.endpoint,
    answer,
    close: async () => {
      await front.close();
      await database.close();
    },
  };
}

async function startFaultlessDynamoDb({
  port = 0,
  folder,
  tables,
  indexLag,
}: Omit<DynamoDbOptions, "awsFaults" | "permits">): Promise<LocalDynamoDb> {
  if (!indexLag) return startDynalite({ port, folder, tables });
  const { maxLagMs, nowMs = Date.now, random = Math.random } = indexLag;
  const started: (() => void | Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const end of started.toReversed()) await end();
  }
  async function startDatabase(options: DynaliteOptions) {
    const database = await startDynalite(options);
    const client = connect(database.endpoint);
    started.push(database.close, () => client.destroy());
    return { answer: database.answer, client };
  }

  try {
    const primary = await startDatabase({ folder, tables });
    const replicas = [];
    for (let count = 0; count < replicaCount; count++)
      replicas.push(await startDatabase({ tables }));
    const lag = { maxLagMs, nowMs, random };
    const front = await startLaggingIndexes({
      ...lag,
      port,
      tables,
      primary,
      replicas,
    });
    started.push(front.close);
    return { ...front, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type DynaliteOptions = Pick<DynamoDbOptions, "port" | "tables"> & {
  folder?: string | undefined;
};

async function startDynalite({
  port = 0,
  folder,
  tables,
}: DynaliteOptions): Promise<LocalDynamoDb> {
  closeIterators();
  if (folder !== undefined) await repairIndexes(folder, tables);
  const server = dynalite({
    createTableMs: 0,
    ...(folder === undefined ? {} : { path: folder }),
  });
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`;
  await createMissingTables(endpoint, tables);
  return {
    endpoint,
    answer: (request) => answerDirectly(server, request),
    close: () => closeServer(server),
  };
}

function connect(endpoint: string): DynamoDBClient {
  return new DynamoDBClient(localAwsOptions(endpoint));
}

async function createMissingTables(
  endpoint: string,
  tables: readonly TableDefinition[],
): Promise<void> {
  const client = connect(endpoint);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    if (TableNames.includes(table.name)) continue;
    await client.send(new CreateTableCommand(toCreateTableInput(table)));
    while (!(await isActive(client, table.name))) await setImmediate();
  }
  client.destroy();
}

/** dynalite answers before a new table can be used, also without `createTableMs`. */
async function isActive(
  client: DynamoDBClient,
  TableName: string,
): Promise<boolean> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table?.TableStatus === "ACTIVE";
}

/** The request that creates the table. */
function toCreateTableInput({
  name,
  partitionKey,
  indexes = [],
}: TableDefinition): CreateTableCommandInput {
  const strings = [partitionKey, ...indexes.map((one) => one.partitionKey)];
  const numbers = indexes.map(({ sortKey }) => sortKey);
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      ...attributes(strings, "S"),
      ...attributes(numbers, "N"),
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
  };
}

function projectionOf({ projected = [] }: IndexDefinition): Projection {
  return projected.length > 0
    ? { ProjectionType: "INCLUDE", NonKeyAttributes: [...projected] }
    : { ProjectionType: "KEYS_ONLY" };
}

/** Defines each attribute once, because DynamoDB rejects duplicates and indexes may share an attribute. */
function attributes(names: readonly string[], AttributeType: "S" | "N") {
  return [...new Set(names)].map((AttributeName) => ({
    AttributeName,
    AttributeType,
  }));
}
