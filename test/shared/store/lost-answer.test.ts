import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { createEndOutages } from "../../../functions/scheduler/end-outages.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore } from "../../../shared/store/store.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { findOutage } from "../../../shared/workflow/find-outage.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { newOperation } from "./operation-for-test.ts";

/** A store on a real table. The answer to its next request is lost after `lose`, and the SDK repeats the request. */
async function startStore(nowMs: () => number) {
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
  return {
    store: createStore(createTable(documents, tables.store.name), nowMs),
    // The first request takes effect, and its answer is lost.
    lose: () => void draws.push(0.1, 0.9),
    isLost: () => draws.length === 0,
  };
}

test("an operator's change whose answer DynamoDB loses is done once, and the operator learns it", async () => {
  const { store, lose, isLost } = await startStore(Date.now);
  const { operations } = store;
  await operations.accept(newOperation("lost"), Date.now() + 86_400_000);

  lose();
  const cancelled = await operations.cancel(
    { id: "lost" },
    "caller:ops",
    "cancelled-by-caller",
  );
  expect(isLost()).toBe(true);
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

test("the log says that an outage began and is over, also if DynamoDB loses the answers to both writes", async () => {
  const clock = { nowMs: Date.now() };
  const nowMs = () => clock.nowMs;
  const { store, lose, isLost } = await startStore(nowMs);
  const { log, lines } = recordLog();
  // The request after the probe is the write of its result.
  const probes = {
    platform: async () => undefined,
    configuration: async () => {
      lose();
      throw new ConfigurationError("secret-missing", "canary");
    },
  };
  const workflow = { store, platformAuth: { probes }, nowMs, log };
  expect(await findOutage(workflow, "configuration")).toBe(true);
  expect(isLost()).toBe(true);

  clock.nowMs += 60_000;
  const endOutages = createEndOutages({
    store,
    probes: { ...probes, configuration: async () => lose() },
    startWorkflow: async () => undefined,
    nowMs,
    log,
  });
  await endOutages();
  expect(isLost()).toBe(true);
  expect(lines).toMatchObject([
    { level: "error", message: "outage began" },
    { level: "info", message: "outage over" },
  ]);
  expect(await store.outages.get("configuration")).toEqual({
    answeredAtMs: clock.nowMs,
  });
});
