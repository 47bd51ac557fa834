import { afterAll, beforeAll, expect, test } from "vitest";
import { openSealed, sealSchema } from "../../../shared/sealed-bytes.ts";
import { maxInlineBytes } from "../../../shared/person/avatar/limits.ts";
import { hireSchema, onboarding } from "../../../functions/onboarding/event.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import type { Scope } from "../../../shared/webhook/caller-entry.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

const nowMs = Date.UTC(2026, 0, 31, 18, 42);
let started: TablesForTest;
let store: Store;

beforeAll(async () => {
  started = await startTables();
  const { documents } = started;
  store = createStore(createTable(documents, tables.store.name), () => nowMs);
});
afterAll(() => started.close());

/** Sends an event as a caller that is known already. */
async function send(event: unknown, scopes: Scope[] = ["onboard"]) {
  const operationIds: string[] = [];
  const receiver = createReceiver(onboarding, {
    callers: {
      identify: async (name) => ({
        caller: {
          name,
          scopes,
          scheme: "bearer",
          map: undefined,
          lookup: undefined,
          responseHosts: [],
        },
        deliveryId: undefined,
        signedAtMs: undefined,
      }),
    },
    store,
    startWorkflow: async ({ id }) => void operationIds.push(id),
    zone: "UTC",
    nowMs: () => nowMs,
    sleepMs: async () => undefined,
    log: recordLog().log,
  });
  const response = await receiver.request("/onboarding/hr", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
  });
  return { response, operationIds };
}

test("a hire with an avatar of 300 KiB is accepted and stored, without the bytes in its data", async () => {
  const avatar = Buffer.alloc(maxInlineBytes, 7);
  const event = sampleHire(nowMs);
  event.data.avatar.base64 = avatar.toString("base64");
  const { response, operationIds } = await send(event);
  expect(response.status).toBe(202);
  const [id = ""] = operationIds;
  const operation = await store.operations.get(id);
  const data = await store.payloads.data(operation!, hireSchema);
  const seal = sealSchema.parse(data?.avatar);
  const kept = (await store.payloads.avatar(seal.id)) ?? [];
  expect(Buffer.from(kept).includes(avatar.subarray(0, 32))).toBe(false);
  expect(openSealed(Buffer.from(kept), seal)).toEqual(avatar);
});

test("an adoption needs the scope adopt, and contains only the identity of the person", async () => {
  const adoption = (changes: Record<string, unknown> = {}) => ({
    type: "employee.adopted",
    timestamp: new Date(nowMs).toISOString(),
    data: {
      employeeId: "E-adopted",
      username: "zoe",
      email: "zoe@example.com",
      ...changes,
    },
  });
  const refused = await send(adoption(), ["onboard"]);
  expect(refused.response.status).toBe(403);
  expect(refused.operationIds).toEqual([]);
  const taken = await send(adoption(), ["adopt"]);
  expect(taken.response.status).toBe(202);
  expect(taken.operationIds).toHaveLength(1);
  const odd = await send(adoption({ title: "Boss" }), ["adopt"]);
  expect(odd.response.status).toBe(400);
});

test("the issues of a hire are pointers into the event", async () => {
  const { data, ...envelope } = sampleHire(nowMs);
  const { response } = await send({
    ...envelope,
    data: { ...data, email: "zoe", phones: [{ value: "" }], salary: 1 },
  });
  const { errors } = (await response.json()) as {
    errors: { pointer: string }[];
  };
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    "#/data/email",
    "#/data/phones/0/value",
    "#/data/salary",
  ]);
});
