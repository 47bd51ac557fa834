import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import {
  deleteExpired,
  startExpiry,
} from "../../../../../infra/local/aws/dynamodb/delete-expired.ts";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";

const nowMs = Date.now();
const nowSeconds = Math.floor(nowMs / 1_000);
const TableName = tables.store.name;

async function startWithItems() {
  const database = await startDynamoDb();
  const client = new DynamoDBClient(localAwsOptions(database.endpoint));
  const documents = DynamoDBDocumentClient.from(client);
  for (const Item of [
    { id: "expired", expiresAtSeconds: nowSeconds - 60 },
    { id: "lasting", expiresAtSeconds: nowSeconds + 60 },
    { id: "without end" },
  ])
    await documents.send(new PutCommand({ TableName, Item }));
  return {
    database,
    documents,
    ids: async () => {
      const { Items = [] } = await documents.send(
        new ScanCommand({ TableName }),
      );
      return Items.map(({ id }) => String(id)).toSorted();
    },
    close: async () => {
      client.destroy();
      await database.close();
    },
  };
}

test("an item is deleted after its time to live, and no other item is", async () => {
  const { documents, ids, close } = await startWithItems();
  await deleteExpired(documents, tables.store, nowMs);
  expect(await ids()).toEqual(["lasting", "without end"]);
  await close();
});

test("an item whose time to live is prolonged meanwhile stays", async () => {
  const { documents, ids, close } = await startWithItems();
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === "DeleteItemCommand")
          await documents.send(
            new PutCommand({
              TableName,
              Item: { id: "expired", expiresAtSeconds: nowSeconds + 60 },
            }),
          );
        return next(args);
      },
    { step: "initialize" },
  );
  await deleteExpired(documents, tables.store, nowMs);
  expect(await ids()).toEqual(["expired", "lasting", "without end"]);
  await close();
});

test("a local DynamoDB loses its expired items at the start", async () => {
  const { database, ids, close } = await startWithItems();
  const expiry = startExpiry(database.endpoint);
  await expect
    .poll(ids, { timeout: 10_000 })
    .toEqual(["lasting", "without end"]);
  await expiry.close();
  await close();
});
