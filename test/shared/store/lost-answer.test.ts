import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { dayMs } from "../../../shared/durations.ts";
import { createStore } from "../../../shared/store/store.ts";
import { pause, runTo } from "./operation-for-test.ts";

test("an operator's change whose answer DynamoDB loses is done once, and the operator learns it", async () => {
  const draws: number[] = [];
  const database = await startDynamoDb({
    awsFaults: {
      failingShare: 0.5,
      duplicateShare: 0,
      maxDelayMs: 0,
      random: () => draws.shift() ?? 0.9,
    },
  });
  onTestFinished(() => database.close());
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient(localAwsOptions(database.endpoint)),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  onTestFinished(() => documents.destroy());
  const table = createTable(documents, tables.store.name);
  const { operations } = createStore(table, Date.now);
  await runTo(operations, "lost", pause(Date.now() + dayMs));
  const cancel = () =>
    operations.cancel(
      { id: "lost", phase: "grace" },
      "caller:ops",
      "cancelled-by-caller",
    );

  // The next request takes effect, its answer is lost, and the SDK repeats it.
  draws.push(0.1, 0.9);
  const cancelled = await cancel();
  expect(draws).toEqual([]);
  expect(cancelled).toMatchObject({ status: "cancelled" });
  expect(cancelled?.history).toHaveLength(4);
  // A second one is another change, and does not apply.
  expect(await cancel()).toBeUndefined();
});
