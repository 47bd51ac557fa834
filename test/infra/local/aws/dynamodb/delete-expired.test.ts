import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import {
  deleteExpired,
  startExpiry,
} from "../../../../../infra/local/aws/dynamodb/delete-expired.ts";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";
import { connect } from "../../../../fixtures/tables-for-test.ts";

const nowMs = Date.now();
const expiresIn = (seconds: number) => ({
  expiresAtSeconds: Math.floor(nowMs / 1_000) + seconds,
});
const TableName = tables.store.name;

async function startWithItems() {
  const { endpoint, close } = await startDynamoDb();
  onTestFinished(close);
  const documents = connect(endpoint);
  onTestFinished(() => documents.destroy());
  const put = (id: string, more: object = {}) =>
    documents.send(new PutCommand({ TableName, Item: { id, ...more } }));
  await put("expired", expiresIn(-60));
  await put("lasting", expiresIn(60));
  await put("without end");
  const ids = async () => {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    return Items.map(({ id }) => String(id)).toSorted();
  };
  return { endpoint, documents, put, ids };
}

test("an item whose time to live is prolonged between the scan and its deletion stays", async () => {
  const { documents, put, ids } = await startWithItems();
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === "DeleteItemCommand")
          await put("expired", expiresIn(60));
        return next(args);
      },
    { step: "initialize" },
  );
  await deleteExpired(documents, tables.store, nowMs);
  expect(await ids()).toEqual(["expired", "lasting", "without end"]);
});

test("a local DynamoDB loses its expired items at the start, and no others", async () => {
  const { endpoint, ids } = await startWithItems();
  const expiry = startExpiry(endpoint);
  onTestFinished(() => expiry.close());
  await expect
    .poll(ids, { timeout: 10_000 })
    .toEqual(["lasting", "without end"]);
});
