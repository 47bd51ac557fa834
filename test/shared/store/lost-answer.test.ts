import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { newOperation } from "./operation-for-test.ts";

test("an operator's change whose answer DynamoDB loses is done once, and the operator is told that it is done", async () => {
  const draws: number[] = [];
  const database = await startDynamoDb({
    tables: Object.values(tables),
    awsFaults: {
      failingShare: 0.5,
      duplicateShare: 0,
      maxDelayMs: 0,
      random: () => draws.shift() ?? 0.9,
    },
  });
  onTestFinished(() => database.close());
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: database.endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  onTestFinished(() => documents.destroy());
  const { operations } = createStore(
    createTable(documents, tables.store.name),
    Date.now,
  );
  await operations.accept(newOperation("lost"), Date.now() + 86_400_000);

  // The first request takes effect, and its answer is lost.
  draws.push(0.1, 0.9);
  const cancelled = await operations.cancel(
    { id: "lost" },
    "caller:ops",
    "cancelled-by-caller",
  );
  expect(draws).toEqual([]);
  expect(cancelled).toMatchObject({ status: "cancelled" });
  expect(cancelled?.history).toHaveLength(2);
  // A second one is another change, and does not apply.
  expect(
    await operations.cancel(
      { id: "lost" },
      "caller:ops",
      "cancelled-by-caller",
    ),
  ).toBeUndefined();
});
