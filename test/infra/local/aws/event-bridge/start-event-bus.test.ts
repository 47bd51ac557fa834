import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from "@aws-sdk/client-eventbridge";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rows } from "../../../../fixtures/rows.ts";
import { localAwsOptions } from "../../../../../infra/cli/local-aws-options.ts";
import {
  type EventBridgeEvent,
  startEventBus,
} from "../../../../../infra/local/aws/event-bridge/start-event-bus.ts";

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

let bus: Awaited<ReturnType<typeof startEventBus>>;
let client: EventBridgeClient;
let delivered: EventBridgeEvent[];

beforeEach(async () => {
  delivered = [];
  bus = await startEventBus({
    busName: "ours",
    sources: ["local.hr"],
    deliver: (event) => void delivered.push(event),
    nowMs: () => nowMs,
  });
  client = new EventBridgeClient({
    ...localAwsOptions(bus.endpoint),
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  await bus.close();
});

const hired: PutEventsRequestEntry = {
  EventBusName: "ours",
  Source: "local.hr",
  DetailType: "hired",
  Detail: '{"employeeId":"E-1"}',
};

function put(...Entries: PutEventsRequestEntry[]) {
  return client.send(new PutEventsCommand({ Entries }));
}

describe("local event bus", () => {
  test.each(rows<[string, PutEventsRequestEntry]>`
    from a source that the rule does not accept | ${{ Source: "local.crm" }}
    for another bus                             | ${{ EventBusName: "theirs" }}
    for the default bus                         | ${{ EventBusName: undefined }}
  `)("accepts an event %s and does not deliver it", async (_, change) => {
    const { FailedEntryCount, Entries } = await put({ ...hired, ...change });
    expect(FailedEntryCount).toBe(0);
    expect(Entries).toEqual([{ EventId: expect.any(String) as string }]);
    expect(delivered).toEqual([]);
  });

  test("accepts ten entries in a request, and refuses none and eleven", async () => {
    await put(...Array.from({ length: 10 }, () => hired));
    expect(delivered).toHaveLength(10);
    for (const length of [0, 11])
      await expect(
        put(...Array.from({ length }, () => hired)),
      ).rejects.toMatchObject({ name: "ValidationException" });
    expect(delivered).toHaveLength(10);
  });
});
