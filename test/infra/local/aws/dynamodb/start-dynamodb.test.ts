import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { AbstractValueIterator } from "abstract-level";
import { create, updateIndexes } from "dynalite/db/index.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../../../infra/aws/deployment/tables.ts";
import { connect } from "../../../../fixtures/tables-for-test.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";

const { store: table } = tables;
const TableName = table.name;

async function start(folder?: string) {
  const { endpoint, close } = await startDynamoDb(folder ? { folder } : {});
  const documents = connect(endpoint);
  onTestFinished(() => documents.destroy());
  return {
    close,
    put: (Item: object) =>
      documents.send(new PutCommand({ TableName, Item: { ...Item } })),
    /** The items of the index "open" with this status. */
    list: async (open: string) => {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName,
          IndexName: "open",
          KeyConditionExpression: "#open = :open",
          ExpressionAttributeNames: { "#open": "open" },
          ExpressionAttributeValues: { ":open": open },
        }),
      );
      return Items.map(({ id, reason }) => ({ id, reason }));
    },
  };
}

/** The first half of a write, which a process that is killed does not complete: the index entries without the item. */
async function cutOff(folder: string, before: object, after: object) {
  const store = create({ path: folder });
  const stored = await store.db.get(`table~${TableName}`);
  await new Promise<void>((resolve, reject) =>
    updateIndexes(store, stored as never, before, after, (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  await store.db.close();
}

test("a query of the local DynamoDB leaves no iterator open, which would keep all items as they were", async () => {
  const { list, close } = await start();
  onTestFinished(close);
  const closing = vi.spyOn(AbstractValueIterator.prototype, "close");
  onTestFinished(() => closing.mockRestore());
  for (let count = 0; count < 20; count++) await list("waiting");
  expect(closing).toHaveBeenCalledTimes(20);
});

test("after a write that was cut off, an index lists the item once, as the item is", async () => {
  const folder = newFolder();
  const first = await start(folder);
  for (const id of ["operation#1", "operation#2"])
    await first.put({ id, open: "waiting", createdAtMs: 1, reason: "expired" });
  await first.close();
  const itemOf = (id: string, open: string, reason: string) => ({
    id: { S: id },
    open: { S: open },
    createdAtMs: { N: "1" },
    reason: { S: reason },
  });
  for (const [id, open, reason] of [
    ["operation#1", "failed", "expired"],
    ["operation#2", "waiting", "unexpected"],
  ] as const)
    await cutOff(
      folder,
      itemOf(id, "waiting", "expired"),
      itemOf(id, open, reason),
    );

  const again = await start(folder);
  onTestFinished(again.close);
  expect(await again.list("waiting")).toEqual([
    { id: "operation#1", reason: "expired" },
    { id: "operation#2", reason: "expired" },
  ]);
  expect(await again.list("failed")).toEqual([]);
});
