import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import { create, updateIndexes } from "dynalite/db/index.js";
import { expect, onTestFinished, test } from "vitest";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";

const { store: table } = tables;

/** The first half of a write, which a process that is killed does not complete: the index entries without the item. */
async function cutOff(
  folder: string,
  before: object,
  after: object,
): Promise<void> {
  const store = create({ path: folder });
  const stored = await store.db.get(`table~${table.name}`);
  await new Promise<void>((resolve, reject) =>
    updateIndexes(store, stored as never, before, after, (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  await store.db.close();
}

test("after a write that was cut off, an index lists the item once, as the item is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "repair-indexes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  async function open() {
    const { endpoint, close } = await startDynamoDb({ folder });
    const client = new DynamoDBClient(localAwsOptions(endpoint));
    const documents = DynamoDBDocumentClient.from(client);
    const list = async (open: string) => {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: "open",
          KeyConditionExpression: "#open = :open",
          ExpressionAttributeNames: { "#open": "open" },
          ExpressionAttributeValues: { ":open": open },
        }),
      );
      return Items.map(({ id, reason }) => ({ id, reason }));
    };
    return {
      documents,
      list,
      close: async () => {
        client.destroy();
        await close();
      },
    };
  }

  const first = await open();
  for (const id of ["operation#1", "operation#2"])
    await first.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { id, open: "waiting", createdAtMs: 1, reason: "expired" },
      }),
    );
  await first.close();
  const itemOf = (id: string, open: string, reason: string) => ({
    id: { S: id },
    open: { S: open },
    createdAtMs: { N: "1" },
    reason: { S: reason },
  });
  const was = (id: string) => itemOf(id, "waiting", "expired");
  await cutOff(
    folder,
    was("operation#1"),
    itemOf("operation#1", "failed", "expired"),
  );
  await cutOff(
    folder,
    was("operation#2"),
    itemOf("operation#2", "waiting", "unexpected"),
  );

  const again = await open();
  onTestFinished(again.close);
  expect(await again.list("waiting")).toEqual([
    { id: "operation#1", reason: "expired" },
    { id: "operation#2", reason: "expired" },
  ]);
  expect(await again.list("failed")).toEqual([]);
});
