import {
  InternalServerError,
  ProvisionedThroughputExceededException,
} from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { startDynamoDb } from "../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { createAsynchronousInvocations } from "../../../../infra/local/aws/lambda/asynchronous-invocations.ts";
import type { InvocationOutcome } from "../../../../infra/local/aws/lambda/sandbox-messages.ts";
import type { AwsFaults } from "../../../../infra/local/aws/aws-service.ts";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { connect } from "../../../fixtures/tables-for-test.ts";

const TableName = tables.store.name;
const returned: InvocationOutcome = { status: "returned", payload: "null" };

/** Half of the calls fail, and half of the events arrive twice. The draws decide; after them, nothing happens. */
function drawing(...draws: number[]): AwsFaults {
  const half = { failingShare: 0.5, duplicateShare: 0.5 };
  return { ...half, maxDelayMs: 100, random: () => draws.shift() ?? 0.9 };
}

async function startTable(awsFaults: AwsFaults) {
  const database = await startDynamoDb({ awsFaults });
  onTestFinished(() => database.close());
  const documents = connect(database.endpoint);
  onTestFinished(() => documents.destroy());
  return {
    put: (id: string, text = "") =>
      documents.send(new PutCommand({ TableName, Item: { id, text } })),
    get: async (id: string) =>
      (await documents.send(new GetCommand({ TableName, Key: { id } }))).Item,
  };
}

test("DynamoDB throttles a share of the calls, and loses the answer of others that took effect", async () => {
  // A call that fails draws twice: that it fails, and whether before (below a half) or after it took effect.
  const { put, get } = await startTable(drawing(0.1, 0.1, 0.1, 0.9));
  await expect(put("throttled")).rejects.toThrow(
    ProvisionedThroughputExceededException,
  );
  await expect(put("lost")).rejects.toThrow(InternalServerError);
  await put("stored");
  expect(await get("throttled")).toBeUndefined();
  expect(await get("lost")).toMatchObject({ id: "lost" });
  expect(await get("stored")).toMatchObject({ id: "stored" });
});

test("asynchronous events arrive twice, late and in another order", async () => {
  const arrived: string[] = [];
  const delays: number[] = [];
  const waits: PromiseWithResolvers<void>[] = [];
  const events = createAsynchronousInvocations({
    // The first event arrives twice, after 80 and 60 ms, and the second one once, after 20 ms.
    awsFaults: drawing(0.1, 0.8, 0.6, 0.9, 0.2),
    invoke: async (_name, payload) => {
      arrived.push(payload);
      return returned;
    },
    sleepMs: (durationMs) => {
      delays.push(durationMs);
      waits.push(Promise.withResolvers());
      return waits.at(-1)!.promise;
    },
  });
  events.run("receiver", "twice");
  events.run("receiver", "once");
  expect(delays).toEqual([80, 60, 20]);
  for (const index of [2, 1, 0]) waits[index]?.resolve();
  await events.idle();
  expect(arrived).toEqual(["once", "twice", "twice"]);
});
