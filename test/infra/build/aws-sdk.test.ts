import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import * as eventBridge from "@aws-sdk/client-eventbridge";
import * as lambda from "@aws-sdk/client-lambda";
import * as secretsManager from "@aws-sdk/client-secrets-manager";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { awsSdk } from "../../../infra/build/aws-sdk.ts";
import { builtins } from "../../../infra/build/builtins.ts";
import {
  type HttpAnswer,
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";

type Exports = Record<string, new (options: object) => object>;
type Client = { send: (command: object) => Promise<Record<string, unknown>> };

const root = resolve(import.meta.dirname, "../../..");

/** The SDK as it is installed, which registers all errors and has all schemas. */
const installed: Record<string, Exports> = {
  "@aws-sdk/client-dynamodb": dynamodb as unknown as Exports,
  "@aws-sdk/client-eventbridge": eventBridge as unknown as Exports,
  "@aws-sdk/client-lambda": lambda as unknown as Exports,
  "@aws-sdk/client-secrets-manager": secretsManager as unknown as Exports,
};

/** For each command a request with every field that our code sets, and an answer of its service. */
const samples: Record<string, { input: object; answer: HttpAnswer }> = {
  GetItemCommand: {
    input: { TableName: "t", Key: { id: { S: "1" } }, ConsistentRead: true },
    answer: jsonAnswer(200, {
      Item: { id: { S: "1" }, n: { N: "2" }, at: { SS: ["a"] } },
    }),
  },
  BatchGetItemCommand: {
    input: {
      RequestItems: { t: { Keys: [{ id: { S: "1" } }], ConsistentRead: true } },
    },
    answer: jsonAnswer(200, {
      Responses: { t: [{ id: { S: "1" }, n: { N: "2" } }] },
      UnprocessedKeys: { t: { Keys: [{ id: { S: "2" } }] } },
    }),
  },
  PutItemCommand: {
    input: {
      TableName: "t",
      Item: {
        id: { S: "1" },
        list: { L: [{ N: "1" }, { M: { a: { BOOL: true } } }] },
        bytes: { B: Buffer.from("b") },
      },
      ConditionExpression: "attribute_not_exists(id)",
    },
    answer: jsonAnswer(200, {}),
  },
  UpdateItemCommand: {
    input: {
      TableName: "t",
      Key: { id: { S: "1" } },
      UpdateExpression: "SET #n0 = :v0",
      ConditionExpression: "attribute_exists(id)",
      ExpressionAttributeNames: { "#n0": "a" },
      ExpressionAttributeValues: { ":v0": { SS: ["x"] } },
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
    answer: jsonAnswer(200, { Attributes: { id: { S: "1" } } }),
  },
  DeleteItemCommand: {
    input: { TableName: "t", Key: { id: { S: "1" } } },
    answer: jsonAnswer(200, {}),
  },
  QueryCommand: {
    input: {
      TableName: "t",
      IndexName: "i",
      KeyConditionExpression: "#p = :p",
      ExpressionAttributeNames: { "#p": "p" },
      ExpressionAttributeValues: { ":p": { S: "1" } },
      ScanIndexForward: false,
      ExclusiveStartKey: { id: { S: "0" } },
      Limit: 3,
    },
    answer: jsonAnswer(200, {
      Items: [{ id: { S: "1" } }],
      Count: 1,
      LastEvaluatedKey: { id: { S: "1" } },
    }),
  },
  GetSecretValueCommand: {
    input: { SecretId: "s", VersionStage: "AWSCURRENT" },
    answer: jsonAnswer(200, { SecretString: "{}", CreatedDate: 1.5e9 }),
  },
  InvokeCommand: {
    input: {
      FunctionName: "workflow:live",
      DurableExecutionName: "name",
      InvocationType: "Event",
      Payload: '{"operationId":"1"}',
    },
    answer: {
      status: 202,
      headers: { "x-amz-durable-execution-arn": "arn" },
      body: "",
    },
  },
  GetDurableExecutionCommand: {
    input: { DurableExecutionArn: "arn:1/x" },
    answer: jsonAnswer(200, { Status: "RUNNING", StartTimestamp: 1.5e9 }),
  },
  GetDurableExecutionStateCommand: {
    input: {
      DurableExecutionArn: "arn:1/x",
      CheckpointToken: "token",
      Marker: "marker",
      MaxItems: 10,
    },
    answer: jsonAnswer(200, {
      Operations: [{ Id: "1", Status: "STARTED", StartTimestamp: 1.5e9 }],
    }),
  },
  CheckpointDurableExecutionCommand: {
    input: {
      DurableExecutionArn: "arn:1/x",
      CheckpointToken: "token",
      ClientToken: "client",
      Updates: [
        {
          Id: "1",
          Type: "STEP",
          Action: "SUCCEED",
          Payload: "{}",
          StepOptions: { NextAttemptDelaySeconds: 1 },
        },
      ],
    },
    answer: jsonAnswer(200, {
      CheckpointToken: "next",
      NewExecutionState: { Operations: [{ Id: "1", EndTimestamp: 1.5e9 }] },
    }),
  },
  PutEventsCommand: {
    input: {
      Entries: [
        {
          EventBusName: "bus",
          Source: "s",
          DetailType: "d",
          Time: new Date(1.5e12),
          Detail: "{}",
        },
      ],
    },
    answer: jsonAnswer(200, { FailedEntryCount: 0, Entries: [{}] }),
  },
};

/** The names that our code imports from the clients, by package. */
const imported = importsOfOurCode();
/** These names, from a bundle that the plugin has changed. */
let bundled: Record<string, Exports>;
let server: HttpServer;
let answer: HttpAnswer;
let requests: object[] = [];

beforeAll(async () => {
  bundled = await bundleOf(imported);
  server = await startHttpServer(async ({ method, path, headers, body }) => {
    const differing = /^(authorization|host|x-amz-date|amz-sdk-.*)$/;
    requests.push({
      method,
      path,
      headers: [...headers]
        .filter(([name]) => !differing.test(name))
        .map(([name, [value = ""]]) => [name, withoutVersion(value)]),
      body: body.toString(),
    });
    return answer;
  });
});
afterAll(() => server.close());

const commands = Object.entries(imported).flatMap(([name, names]) =>
  names
    .filter((one) => one.endsWith("Command"))
    .map((command) => ({ package: name, command })),
);

test.each(commands)(
  "a bundle sends $command and reads its answer like the whole SDK",
  async ({ package: name, command }) => {
    const sample = samples[command];
    if (!sample) throw new Error(`add a sample of ${command}`);
    answer = sample.answer;

    const outcomes = [];
    for (const sdk of [installed, bundled]) {
      requests = [];
      outcomes.push({ output: await send(sdk, name, command), requests });
    }

    const [expected, actual] = outcomes;
    expect(expected?.requests).toHaveLength(1);
    expect(actual).toEqual(expected);
  },
);

const errors = Object.entries(installed).flatMap(([name, exports]) =>
  Object.keys(exports)
    .filter((one) => isErrorClass(exports, one) && !isBase(one))
    .map((error) => ({ package: name, error })),
);

test.each(errors)(
  "$error of $package has the same name, status and kind of retry in a bundle",
  async ({ package: name, error }) => {
    const { command } = commands.find((one) => one.package === name)!;
    const { $fault } = new installed[name]![error]!({}) as { $fault: string };
    const status = $fault === "server" ? 500 : 400;
    answer = jsonAnswer(
      status,
      { __type: error, message: "text" },
      { "x-amzn-errortype": error },
    );

    const outcomes = [];
    for (const sdk of [installed, bundled])
      outcomes.push(
        await send(sdk, name, command).catch((cause: unknown) => ({
          ...describeError(cause),
          isClass: (imported[name] ?? []).includes(error)
            ? cause instanceof sdk[name]![error]!
            : "not imported",
        })),
      );

    const [expected, actual] = outcomes;
    expect(expected).toMatchObject({ name: error, status });
    expect(expected).not.toMatchObject({ isClass: false });
    // Only global tables have it, and the stack creates none.
    if (error !== "ReplicatedWriteConflictException")
      expect(actual).toEqual(expected);
  },
);

/** Sends the sample of a command with the client of a package. No retry follows. */
async function send(
  sdk: Record<string, Exports>,
  name: string,
  command: string,
): Promise<unknown> {
  const { input } = samples[command]!;
  const { $metadata, ...output } = await clientOf(sdk, name).send(
    new sdk[name]![command]!(input),
  );
  return output;
}

const clients = new Map<unknown, Client>();

function clientOf(sdk: Record<string, Exports>, name: string): Client {
  const known = clients.get(sdk[name]);
  if (known) return known;
  const exports = sdk[name]!;
  const clientClass = Object.keys(exports).find((one) =>
    /^[A-Z]\w+Client$/.test(one),
  )!;
  const client = new exports[clientClass]!({
    endpoint: server.endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    retryStrategy,
  }) as Client;
  clients.set(sdk[name], client);
  return client;
}

/** Throws the error of the first attempt, with the kind of error for which the SDK would choose the delay of a retry. */
const retryStrategy = {
  mode: "standard",
  acquireInitialRetryToken: async () => ({
    getRetryCount: () => 0,
    getRetryDelay: () => 0,
  }),
  refreshRetryTokenForRetry: async (
    _: object,
    { error, errorType }: { error: Error; errorType: string },
  ) => {
    throw Object.assign(error, { errorType });
  },
  recordSuccess: () => undefined,
};

/** The files of a client for `require` can name another version than its package.json. */
function withoutVersion(userAgent: string): string {
  return userAgent.replaceAll(/(?<=[/#])3\.\d+\.\d+/g, "3");
}

function describeError(error: unknown): object {
  const { name, message, $fault, $metadata, errorType } = error as Error & {
    $fault: string;
    $metadata: { httpStatusCode: number };
    errorType: string;
  };
  return { name, message, $fault, status: $metadata.httpStatusCode, errorType };
}

function isErrorClass(exports: Exports, name: string): boolean {
  return exports[name]?.prototype instanceof Error;
}

/** The class of errors that have no class of their own. */
function isBase(name: string): boolean {
  return /^(DynamoDB|EventBridge|Lambda|SecretsManager)ServiceException$/.test(
    name,
  );
}

function importsOfOurCode(): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync(["functions/**/*.ts", "shared/**/*.ts"], {
    cwd: root,
  })) {
    const source = readFileSync(join(root, file), "utf8");
    for (const [, names, name] of source.matchAll(
      /^import \{([^}]*)\} from "(@aws-sdk\/(?:client|lib)-[a-z-]+)";/gm,
    )) {
      const values = names!
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "" && !one.startsWith("type "));
      found.set(name!, new Set([...(found.get(name!) ?? []), ...values]));
    }
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, [...values].toSorted()]),
  );
}

async function bundleOf(
  names: Record<string, string[]>,
): Promise<Record<string, Exports>> {
  const lines = Object.entries(names).map(([name, values], index) => {
    const renamed = values.map((one) => `${one} as ${one}_${index}`);
    const fields = values.map((one) => `${one}: ${one}_${index}`);
    return `import { ${renamed.join(", ")} } from ${JSON.stringify(name)};
all[${JSON.stringify(name)}] = { ${fields.join(", ")} };`;
  });
  const { outputFiles } = await build({
    stdin: {
      contents: ["export const all = {};", ...lines].join("\n"),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    plugins: [builtins, awsSdk],
    metafile: true,
    logLevel: "silent",
  });
  const code = Buffer.from(outputFiles[0]!.contents).toString("base64");
  const { all } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${code}`
  )) as { all: Record<string, Exports> };
  return all;
}
