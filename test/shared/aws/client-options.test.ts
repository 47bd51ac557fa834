import { createServer } from "node:http";
import { GetItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import {
  clientOptions,
  dynamodbOptions,
} from "../../../shared/aws/client-options.ts";
import { rows } from "../../fixtures/rows.ts";

test("a request to which AWS does not respond ends with a timeout", async () => {
  const silent = createServer(() => undefined);
  const port = await listen(silent, 0);
  onTestFinished(() => closeServer(silent));
  const client = new DynamoDBClient({
    ...localAwsOptions(`http://127.0.0.1:${port}`),
    maxAttempts: 1,
    requestHandler: { ...clientOptions.requestHandler, requestTimeout: 20 },
  });
  onTestFinished(() => client.destroy());
  const asked = client.send(
    new GetItemCommand({ TableName: "store", Key: { id: { S: "1" } } }),
  );
  await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
});

type Create = () => { config: object };
test.each(rows<[name: string, ours: Create, itsOwn: Create]>`
  DynamoDB | ${() => new DynamoDBClient(dynamodbOptions)} | ${() => new DynamoDBClient()}
  Lambda | ${() => new LambdaClient(clientOptions)} | ${() => new LambdaClient()}
  Secrets Manager | ${() => new SecretsManagerClient(clientOptions)} | ${() => new SecretsManagerClient()}
`)(
  "the options that a client of %s need not look up have the SDK's own values",
  async (_, createOurs, createItsOwn) => {
    vi.stubEnv("AWS_REGION", "eu-central-1");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await lookedUp(createOurs())).toEqual(
      await lookedUp(createItsOwn()),
    );
  },
);

test("requests at the same time share the middleware of their command", async () => {
  let prepared = 0;
  class CountedCommand extends GetItemCommand {
    override resolveMiddleware(
      ...options: Parameters<GetItemCommand["resolveMiddleware"]>
    ): ReturnType<GetItemCommand["resolveMiddleware"]> {
      prepared++;
      return super.resolveMiddleware(...options);
    }
  }
  const noAws = { ...localAwsOptions("http://127.0.0.1:1"), maxAttempts: 1 };
  const client = new DynamoDBClient({ ...clientOptions, ...noAws });
  onTestFinished(() => client.destroy());
  const key = { TableName: "store", Key: { id: { S: "1" } } };
  const ask = () => client.send(new CountedCommand(key));
  await Promise.allSettled([ask(), ask()]);
  expect(prepared).toBe(1);
});

/** The values of the options that the SDK would look up. The two others are ours on purpose. */
async function lookedUp({ config }: { config: object }): Promise<object> {
  const options = new Map<string, unknown>(Object.entries(config));
  const names = Object.keys(dynamodbOptions);
  const values = names
    .filter((name) => !["requestHandler", "cacheMiddleware"].includes(name))
    .map(async (name) => [name, await valueOf(options.get(name))] as const);
  return Object.fromEntries(await Promise.all(values));
}

function valueOf(option: unknown): unknown {
  return typeof option === "function" ? (option as () => unknown)() : option;
}
