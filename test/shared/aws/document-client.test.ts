import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, test, vi } from "vitest";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/tables.ts";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";

afterEach(() => vi.unstubAllEnvs());

test("the client of our tables writes no undefined field, and writes a field with the name constructor", async (context) => {
  const database = await startDynamoDb({ tables: Object.values(tables) });
  context.onTestFinished(() => database.close());
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", database.endpoint);
  const client = createDocumentClient();
  context.onTestFinished(() => client.destroy());

  const TableName = tables.store.name;
  const data = { title: undefined, constructor: "Ada" };
  await client.send(new PutCommand({ TableName, Item: { id: "op", data } }));
  const { Item } = await client.send(
    new GetCommand({ TableName, Key: { id: "op" } }),
  );
  expect(Item).toEqual({ id: "op", data: { constructor: "Ada" } });
});
